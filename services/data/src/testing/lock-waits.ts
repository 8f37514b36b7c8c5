import { createHash } from "node:crypto";
import type { Caller } from "@jst/caller";
import { until, withClient, type TestDatabase } from "@jst/testing";

/** Waits until this many statements of the service wait for locks of others. */
export function lockWaits(database: TestDatabase, count: number): Promise<unknown> {
  return withClient(database.superuserUrl, (client) =>
    until(`${count} statements wait for a lock`, 10_000, async () => {
      const found = await client.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'data'
          and wait_event_type = 'Lock'`,
      );
      return found.rowCount === count ? true : undefined;
    }),
  );
}

/** Runs the work while nobody else can change the row, and lets it go before what the work has begun is awaited. */
export async function whileHeld<T>(
  database: TestDatabase,
  rowId: string,
  work: () => Promise<readonly Promise<T>[]>,
): Promise<T[]> {
  const begun = await withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    await holder.query("select from data.rows where id = $1 for update", [rowId]);
    const replies = await work();
    await holder.query("commit");
    return replies;
  });
  return Promise.all(begun);
}

/** A value of a unique column. */
export interface UniqueValue {
  caller: Caller;
  columnId: string;
  value: string;
}

/**
 * Runs the work while another transaction, which is given to it, has claimed the value. The work ends that transaction,
 * by commit or rollback.
 */
export function whileClaimed<T>(
  database: TestDatabase,
  { caller, columnId, value }: UniqueValue,
  work: (end: (how: "commit" | "rollback") => Promise<unknown>) => Promise<T>,
): Promise<T> {
  return withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    await holder.query(
      `insert into data.unique_values (team_id, column_id, value_hash, row_id)
       values ($1, $2, sha256(convert_to(to_jsonb($3::text)::text, 'UTF8')), gen_random_uuid())`,
      [caller.team_id, columnId, value],
    );
    return work((how) => holder.query(how));
  });
}

/** Texts in the order in which writers claim them: of their hashes. */
export function inOrderOfClaims(...values: string[]): string[] {
  const hashOf = (value: string) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
  return values.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
}
