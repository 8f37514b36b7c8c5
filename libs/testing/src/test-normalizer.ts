import { Database, normalizeTeam, retryNoted, type Texts, type Walk } from "@jst/db";
import type { SchemaName } from "@jst/fleet";
import { withClient } from "./server.ts";
import type { TestDatabase } from "./test-database.ts";

/** Row whose texts are not in NFC, as another row has that value. */
export interface NotedRow {
  relation: string;
  key: string[];
  columns: string[];
}

/** The walk through the texts of a service, a team at a time; each resolves to the number of stored rows. */
export function testNormalizer(service: SchemaName, database: TestDatabase, texts: Texts) {
  const run = async (work: (walk: Walk) => Promise<number>, teamId: string): Promise<number> => {
    const own = new Database({
      connectionString: database.url,
      poolSize: 2,
      applicationName: "normalizer",
      changesetPrefix: service,
    });
    try {
      return await work({ database: own, schema: service, texts, teamId });
    } finally {
      await own.close();
    }
  };
  return {
    walk: (teamId: string) => run(normalizeTeam, teamId),
    retry: (teamId: string) => run(retryNoted, teamId),
    noted: (teamId: string) =>
      withClient(database.superuserUrl, async (client) => {
        const { rows } = await client.query<NotedRow>({
          text: `select relation, key, columns from ${service}.unnormalized where team_id = $1 order by relation, key`,
          values: [teamId],
        });
        return rows;
      }),
    /** Runs a statement as an earlier release, without triggers. */
    asBefore: <R extends object>(text: string, values: unknown[]): Promise<R[]> =>
      withClient(database.superuserUrl, async (client) => {
        await client.query("set session_replication_role = replica");
        return (await client.query<R>(text, values)).rows;
      }),
  };
}
