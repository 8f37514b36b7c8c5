import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Fleet } from "../../dev/src/component.ts";
import { teamIdOf } from "../../dev/src/teams.ts";
import { contactsTeam } from "./seed-contacts.ts";

const fileCount = 100_000;

/** Files of the team that has many contacts; they are listed alone, so that none has bytes. */
export async function seedFiles(fleet: Fleet): Promise<void> {
  const teamId = await teamIdOf(fleet, contactsTeam);
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    await client.query("begin");
    for (const name of ["actor_id", "token_id", "request_id", "changeset_id"])
      await client.query("select set_config($1, $2, true)", [`app.${name}`, randomUUID()]);
    await client.query(
      "select set_config('app.team_id', $1, true), set_config('app.actor_type', 'service', true)",
      [teamId],
    );
    await client.query(
      `insert into data.files (name, mime_type, size_bytes, checksum_sha256, visibility, folder, tags, uploaded_by,
        created_by_type, created_by_id, created_at, updated_at)
      select 'File ' || n || '.pdf', 'application/pdf', 1000 + n, encode(sha256(n::text::bytea), 'hex'), 'private',
        'folder/' || n % 97, array['tag' || n % 13], gen_random_uuid(), 'service', 'bench', at, at
      from generate_series(1, $1::integer) n, lateral (select now() - n * interval '1 second' as at) t`,
      [fileCount],
    );
    await client.query("commit");
    await client.query("vacuum analyze data.files");
  } finally {
    await client.end();
  }
}
