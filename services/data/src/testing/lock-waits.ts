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
