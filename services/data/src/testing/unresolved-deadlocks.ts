import { withClient, type TestDatabase } from "@jst/testing";

const UNRESOLVED = `do $$ begin
  execute format('alter database %I set deadlock_timeout = ''1h''', current_database());
end $$`;

/** Nobody resolves a deadlock in this database from now on: it shows as a request that times out. */
export async function leaveDeadlocks({ superuserUrl }: TestDatabase): Promise<void> {
  await withClient(superuserUrl, (client) => client.query(UNRESOLVED));
}
