import { SecretBox } from "@jst/config";
import type { AirtableOptions } from "@jst/importing";
import { UrlGuard } from "@jst/jobs/outbound";
import { withClient, type TestDatabase } from "@jst/testing";

/** Access to a server that answers as Airtable does, with short waits; every name is one inside. */
export const testAirtable = (url = "https://airtable.example.com"): AirtableOptions => ({
  url,
  guard: new UrlGuard({ allowsLoopback: true, refusedHosts: [], refusedRanges: [] }, () =>
    Promise.resolve(["10.0.0.5"]),
  ),
  secrets: new SecretBox({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) }),
  waits: { request: 1, failed: 20, tooMany: 50 },
});

/** Lists the tables of the database that have a text in clear, in a row or in bytes. */
export const inClear = ({ superuserUrl }: TestDatabase, text: string): Promise<string[]> =>
  withClient(superuserUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const at = await client.query(
        `select from ${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0 limit 1`,
        [text, Buffer.from(text).toString("hex")],
      );
      if ((at.rowCount ?? 0) > 0) found.push(name);
    }
    return found;
  });
