import { withClient, type TestDatabase } from "@jst/testing";

/** Lists the tables of comms that have the text in clear. */
export function tablesWith({ superuserUrl }: TestDatabase, text: string): Promise<string[]> {
  return withClient(superuserUrl, async (client) => {
    const tables = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'comms' and table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rowCount } = await client.query(
        `select from comms."${name}" t where position($1 in replace(t::text, E'\\r\\n ', '')) > 0 limit 1`,
        [text],
      );
      if (rowCount !== 0) found.push(name);
    }
    return found;
  });
}
