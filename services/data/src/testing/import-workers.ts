import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after } from "node:test";
import type { Caller } from "@jst/caller";
import { until, withClient } from "@jst/testing";
import type { TestData } from "./test-data.ts";

const isWaiting = `select from pg_stat_activity where datname = current_database()
  and application_name = 'data_imports' and wait_event_type = 'Lock'`;

/** Processes that work on the imports of a caller and can be killed. Call it at the top of a test file. */
export function importWorkers({ database, folder }: Pick<TestData, "database" | "folder">, caller: Caller) {
  const workers: ChildProcess[] = [];
  after(() => {
    for (const worker of workers) worker.kill("SIGKILL");
  });

  function start(): ChildProcess {
    const main = new URL("imports-main.ts", import.meta.url).pathname;
    const env = {
      ...process.env,
      ...{ DATABASE_URL: database.url, WORKER_URL: database.urlOf("data_worker") },
      ...{ CALLER: JSON.stringify(caller), FOLDER: folder },
    };
    const worker = spawn(process.execPath, [main], { env, stdio: "inherit" });
    workers.push(worker);
    return worker;
  }

  /** Kills a worker while the statement has locked rows for which the worker waits after `begin`. */
  async function killWaiting(
    worker: ChildProcess,
    locking: { text: string; values: unknown[] },
    begin: () => Promise<void>,
  ): Promise<void> {
    await withClient(database.superuserUrl, async (client) => {
      await client.query("begin");
      await client.query(locking);
      await begin();
      await withClient(database.superuserUrl, (observer) =>
        until("the worker waits for a row", 60_000, async () => {
          const { rowCount } = await observer.query(isWaiting);
          return (rowCount ?? 0) > 0 ? true : undefined;
        }),
      );
      worker.kill("SIGKILL");
      await once(worker, "exit");
      await client.query("commit");
    });
  }

  async function end(worker: ChildProcess): Promise<void> {
    worker.kill("SIGTERM");
    await once(worker, "exit");
  }

  return { start, killWaiting, end };
}
