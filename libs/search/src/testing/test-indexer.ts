import { Database } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { until, withClient, type TestDatabase } from "@jst/testing";
import { after } from "node:test";
import type { TeamEmbedders } from "../embedders.ts";
import { startIndexer } from "../indexer.ts";
import type { SearchSources } from "../source.ts";

/** Another test's long transaction holds up the order in which changes became visible. */
const CAUGHT_UP_MS = 120_000;

/** An index that is kept while a test file runs. */
export interface TestIndexer {
  /** Resolves once everything that was written before is in the index. */
  caughtUp: () => Promise<void>;
  /** Lets the step under way end and keeps the index no longer. */
  stop: () => Promise<void>;
}

/** Keeps the index of a test's database, as the service does. Call it at the top of a test file. */
export function testIndexer(
  sources: SearchSources,
  database: TestDatabase,
  embedders?: TeamEmbedders,
): TestIndexer {
  const { schema } = sources;
  const written = new Database({
    connectionString: database.url,
    poolSize: 2,
    applicationName: "test",
    changesetPrefix: schema,
  });
  const indexer = startIndexer(sources, {
    connectionString: database.urlOf(`${schema}_worker`),
    database: written,
    logger: createLogger(schema, "error"),
    ...(embedders === undefined ? {} : { embedders }),
  });
  const stop = () => indexer.stop();
  after(async () => {
    await stop();
    await written.close();
  });
  const caughtUp = () =>
    withClient(database.superuserUrl, async (client) => {
      const { rows } = await client.query<{ xid: string }>("select pg_current_xact_id()::text as xid");
      // A change that was visible by then is older than this transaction, and the next one that is read is younger.
      await client.query(
        `insert into ${schema}.changes (team_id, changeset_id, resource, resource_id, op, actor_type, actor_id, token_id, request_id)
        values (gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), 'update', 'system', '', '', '')`,
        [sources.sources[0]?.kind],
      );
      await until("the index has caught up", CAUGHT_UP_MS, async () => {
        const text = `select from ${schema}.search_position p where p.xid > $1::text::xid8
          and not exists (select from ${schema}.search_walks)`;
        return (await client.query(text, [rows[0]?.xid])).rowCount === 1 ? true : undefined;
      });
    });
  return { caughtUp, stop };
}
