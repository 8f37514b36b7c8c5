import type { ReadMany } from "@jst/db";
import { AppError, notFound } from "@jst/errors";
import type { Call } from "@jst/rpc";
import { findSchema, tableKey } from "./stored-tables.ts";
import { SchemaCache } from "./schema-cache.ts";
import { schemaOf, type SchemaRow, type TableSchema } from "./schema.ts";

/** Dependencies of calls that read tables. */
export interface TableDeps {
  schemas: SchemaCache;
}

/** Columns that keep moving faster than a request can read them. */
const ATTEMPTS_MAX = 3;

/**
 * Error of work that found the remembered schema out of date, or a row changed since an earlier statement, before it
 * answered or stored. The work runs again.
 */
export class StaleSchema extends Error {
  /** Ids of other tables whose remembered schemas are to be read again too. */
  readonly others: readonly string[];

  constructor(others: readonly string[] = []) {
    super("what is remembered of a table is out of date");
    this.others = others;
  }
}

/** Why the last try failed, too. */
class AlwaysChanging extends Error {}

/** Returns the remembered schema of a table that a relation points to, or reads it. */
export async function schemaOfTable(call: Call<TableDeps>, id: string): Promise<TableSchema> {
  return call.deps.schemas.get(call.caller.team_id, id) ?? loadSchema(call, id);
}

/**
 * Runs the work with the table's schema, remembered or read. When it throws StaleSchema, or refuses the request by a
 * remembered schema that is out of date, once more with a fresh one. The table is named by id or name; 404 when the
 * team has none of that name.
 */
export async function withTable<T>(
  call: Call<TableDeps>,
  table: string,
  work: (schema: TableSchema) => Promise<T>,
): Promise<T> {
  const key = tableKey(table);
  const { schemas } = call.deps;
  const teamId = call.caller.team_id;
  for (let attempt = 1; ; attempt += 1) {
    const remembered = schemas.get(teamId, key);
    const schema = remembered ?? (await loadSchema(call, key));
    try {
      return await work(schema);
    } catch (error) {
      if (remembered !== undefined && isRefusal(error)) {
        if ((await loadSchema(call, key)).version === schema.version) throw error;
      } else if (error instanceof StaleSchema) {
        for (const stale of [key, ...error.others]) schemas.drop(teamId, stale);
      } else throw error;
      if (attempt === ATTEMPTS_MAX) {
        throw new AppError(
          "unavailable",
          "Other requests keep changing the columns of this table. Try again.",
          {
            cause: new AlwaysChanging(),
          },
        );
      }
    }
  }
}

/**
 * Runs work that only reads with the table's schema, as withTable does. If the columns change again and again, the last
 * try reads them and the rows from one snapshot: that costs a round trip and no lock.
 */
export async function readTable<Deps extends TableDeps, T>(
  call: Call<Deps>,
  table: string,
  work: (schema: TableSchema, call: Call<Deps>) => Promise<T>,
): Promise<T> {
  // A file is of one state, of which processes remember nothing.
  if (call.walk !== undefined) return ofOneSnapshot(call, table, work);
  try {
    return await withTable(call, table, (schema) => work(schema, call));
  } catch (error) {
    if (!(error instanceof AppError && error.cause instanceof AlwaysChanging)) throw error;
  }
  return ofOneSnapshot(call, table, work);
}

function ofOneSnapshot<Deps extends TableDeps, T>(
  call: Call<Deps>,
  table: string,
  work: (schema: TableSchema, call: Call<Deps>) => Promise<T>,
): Promise<T> {
  return call.snapshot(async (read) => {
    const still = ofOneState(call, read);
    return work(await loadSchema(still, tableKey(table)), still);
  });
}

/** The call as it reads this one state of the data; nothing is remembered of another. */
function ofOneState<Deps extends TableDeps>(call: Call<Deps>, read: ReadMany): Call<Deps> {
  const deps = { ...call.deps, schemas: new SchemaCache() };
  return {
    ...call,
    deps,
    read: (statement, _plan, limits) => read(statement, limits?.running),
    snapshot: (work) => work(read),
  };
}

/** True for a refusal of what the caller sent, which the columns may have decided before the database was asked. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && (error.status === 400 || error.status === 422);
}

async function loadSchema(call: Call<TableDeps>, key: string): Promise<TableSchema> {
  const teamId = call.caller.team_id;
  const [row] = await call.read<SchemaRow>(findSchema(teamId, key));
  if (row === undefined) throw notFound();
  const schema = schemaOf(row);
  call.deps.schemas.set(teamId, schema);
  return schema;
}
