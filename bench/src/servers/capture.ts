import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import { Database, type Row, type Statement, type TeamContext, type TeamTx } from "@jst/db";
import { CursorCodec } from "@jst/query";
import type { Call, Reply } from "@jst/rpc";
import type { Deps } from "../../../services/data/src/deps.ts";
import { ProvisionedTeams } from "../../../services/data/src/provisioning/provisioned-teams.ts";
import { createRow } from "../../../services/data/src/rows/create-row.ts";
import { getRow } from "../../../services/data/src/rows/get-row.ts";
import { listRows } from "../../../services/data/src/rows/list-rows.ts";
import { LOOKING_MS } from "../../../services/data/src/engine/lists/list-time.ts";
import { IndexWishes } from "../../../services/data/src/engine/indexes/index-wishes.ts";
import { SchemaCache } from "../../../services/data/src/engine/schema/schema-cache.ts";
import type { FloorStatements, SampleStatement } from "../facts.ts";
import { listFilter, newCells } from "../scenarios/orders.ts";

/** Fastest batch in PostgreSQL: one insert of all rows (floor.sql). */
const plainBatch = `insert into floor.rows (table_id, data, created_by_type, created_by_id)
  select $1, e, 'service', $2 from jsonb_array_elements($3::jsonb) e
  returning id`;

/** Runs the service's own handlers once and keeps what they send, so that the floor asks the very same. */
export async function captureStatements(
  connectionString: string,
  sample: { teamId: string; tableId: string; rowId: string },
): Promise<FloorStatements> {
  const database = new Database({
    connectionString,
    poolSize: 1,
    applicationName: "bench",
    changesetPrefix: "data",
  });
  const sent: SampleStatement[] = [];
  const call = recordingCall(database, sample.teamId, sent);
  const table = { table_id: sample.tableId };
  const last = (): SampleStatement => sent.at(-1) ?? { text: "", values: [] };
  const cells = newCells();
  try {
    await getRow({ path: { ...table, row_id: sample.rowId }, query: {}, body: undefined }, call);
    const row = last();
    await listRows({ path: table, query: { filter: listFilter }, body: undefined }, call);
    const list = last();
    await createRow({ path: table, query: {}, body: { data: cells } }, call);
    const insert = last();
    const sampleCells = insert.values.find((value) => typeof value === "string" && value.includes('"note"'));
    const sampleText = String(sampleCells);
    const batch = { text: plainBatch, values: [sample.tableId, randomUUID(), sampleText] };
    const plainInsert = {
      ...insert,
      text: insert.text.replace(/^insert into \S+/, "insert into floor.rows"),
    };
    return { row, list, insert, plainInsert, batch, sampleId: sample.rowId, sampleCells: sampleText };
  } finally {
    await database.close();
  }
}

function recordingCall(database: Database, teamId: string, sent: SampleStatement[]): Call<Deps> {
  const ids = { teamId, tokenId: randomUUID(), actorId: randomUUID(), requestId: randomUUID() };
  const context: TeamContext = { ...ids, actorType: "service", timeoutMs: 10_000 };
  const keep = (statement: Statement): Statement => {
    sent.push({ text: statement.text, values: [...statement.values] });
    return statement;
  };
  return {
    caller: callerOf(context),
    context,
    requestId: context.requestId,
    traceId: undefined,
    baseUrl: "http://127.0.0.1",
    hop: { requestId: context.requestId, deadline: Date.now() + context.timeoutMs },
    ifMatch: undefined,
    isKnown: () => false,
    ...unasked,
    deps: {
      cursors: new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 1)]]) }),
      database,
      // The rows that are measured name nothing of another service.
      directory: {
        requireKnown: () => Promise.resolve(),
        faultsOf: () => Promise.resolve([]),
      },
      schemas: new SchemaCache(),
      teams: new ProvisionedTeams(database),
      wishes: new IndexWishes(database),
      // Nor are files opened.
      ...({} as Pick<
        Deps,
        "store" | "addresses" | "modulesOf" | "openings" | "closeFiles" | "fileJson" | "imports"
      >),
      lookingMs: LOOKING_MS,
    },
    read: (statement, plan) => database.read(context, keep(statement), plan),
    snapshot: (work) => database.snapshot(context, work),
    write: async (work: (tx: TeamTx) => Promise<Reply>) => {
      const { result } = await database.write(context, (tx) => work(recordingTx(tx, keep)));
      return result;
    },
  };
}

function callerOf({ teamId, tokenId }: TeamContext): Caller {
  return {
    team_id: teamId,
    token_id: tokenId,
    token_type: "service",
    scopes: [],
    door: "rest",
    team: {
      timezone: "UTC",
      modules: {},
      trust_rest: "queue",
      agent_write_mode: "propose",
      mcp_export: false,
      isolated: false,
    },
  };
}

/** Members of a call that lists do not use. */
const unasked = { accept: undefined, concerns: () => undefined };

function recordingTx(tx: TeamTx, keep: (statement: Statement) => Statement): TeamTx {
  return {
    context: tx.context,
    changesetId: tx.changesetId,
    isPreview: tx.isPreview,
    query: <R extends Row = Row>(statement: Statement) => tx.query<R>(keep(statement)),
    precede: (statement) => tx.precede(statement),
    defer: (statement) => tx.defer(statement),
    flush: () => tx.flush(),
    last: <R extends Row = Row>(statement: Statement) => tx.last<R>(keep(statement)),
    keepOpen: () => tx.keepOpen(),
  };
}
