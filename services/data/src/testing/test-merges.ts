import type { Caller } from "@jst/caller";
import { Database } from "@jst/db";
import { takeMerges } from "@jst/directory";
import { mergedFact, type TestDatabase } from "@jst/testing";
import { after } from "node:test";

/** Returns a function that receives facts of merges of the caller's team, as the consumer of the service does. */
export function testMerges(database: TestDatabase) {
  const own = new Database({
    connectionString: database.urlOf("data"),
    poolSize: 4,
    applicationName: "test",
    changesetPrefix: "data",
  });
  after(() => own.close());
  return ({ team_id }: Caller, ...facts: [id: string, into: string | null, version: number][]) =>
    takeMerges(
      own,
      team_id,
      facts.map(([id, into, version]) => mergedFact(team_id, id, into, version)),
    );
}
