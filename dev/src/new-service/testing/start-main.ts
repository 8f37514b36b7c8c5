// Starts PostgreSQL and one service in a fleet of their own, prints which roles and schemas there are then, and ends
// all: main.ts SERVICE
import path from "node:path";
import { Client } from "pg";
import { serviceComponents } from "../../components/all.ts";
import { postgres, superuserUrl } from "../../components/postgres.ts";
import { readSettings, repository } from "../../config.ts";
import { prepareDatabase } from "../../database.ts";
import { reset, upOnly } from "../../fleet.ts";
import { findFreeBase } from "../../ports.ts";
import { createProgress } from "../../progress.ts";

const [service = ""] = process.argv.slice(2);
const progress = createProgress(() => undefined);
const settings = { ...readSettings(), stateDir: path.join(repository, ".dev") };
try {
  const own = { ...settings, basePort: await findFreeBase() };
  const fleet = await upOnly([postgres], own, progress);
  await prepareDatabase(fleet, progress);
  // It resolves once the service is ready.
  await upOnly(
    serviceComponents.filter(({ name }) => name === service),
    own,
    progress,
  );
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  const { rows } = await client.query<{ roles: string[]; schemas: string[] }>(
    `select (select array_agg(rolname::text order by rolname) from pg_roles where rolname ~ $1) as roles,
            (select array_agg(nspname::text) from pg_namespace where nspname = $2) as schemas`,
    [`^${service}(_|$)`, service],
  );
  await client.end();
  process.stdout.write(JSON.stringify(rows[0]));
} finally {
  await reset({ ...settings, basePort: undefined }, progress);
}
