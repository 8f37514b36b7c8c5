import { Client } from "pg";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Fleet } from "../../dev/src/component.ts";
import { createTeam } from "../../dev/src/teams.ts";
import { mintTokens, writeAs } from "./seed.ts";

const contactCount = 100_000;
/** Every so many contacts one shares a telephone number with the one before it. */
const pairEvery = 500;
const tokenCount = 20;

/** The slug of that team. */
export const contactsTeam = "bench-contacts";

/** A team with many contacts, few of which may be one; answers its tokens. */
export async function seedContacts(fleet: Fleet): Promise<string[]> {
  const { id, slug } = await createTeam(fleet, { slug: contactsTeam });
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    await writeAs(
      client,
      id,
      `insert into crm.contacts (team_id, first_name, last_name, company, display_name, is_name_set, email,
        additional_emails, phone, additional_phones, tags, custom, created_by_type, created_by_id, created_at, updated_at)
      select $1, 'Name ' || n, 'Number ' || n % 977, 'Company ' || n % 4001, 'Name ' || n, false,
        'name.' || n || '@example.org', '{}', '+4915' || (1000000 + n - (n % $3 = 0)::integer), '{}', '{}', '{}',
        'service', 'bench', at, at
      from generate_series(1, $2::integer) n, lateral (select now() - n * interval '1 second' as at) t`,
      [id, contactCount, pairEvery],
    );
    await client.query("vacuum analyze crm.contacts, crm.contact_keys");
  } finally {
    await client.end();
  }
  return mintTokens(fleet, slug, tokenCount);
}
