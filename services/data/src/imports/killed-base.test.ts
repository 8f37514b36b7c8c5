import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { airtableServer, attachmentOf } from "../testing/airtable-server.ts";
import { linkedTables } from "../testing/airtable-tables.ts";
import { importer, testImports } from "../testing/test-imports.ts";

const server = await airtableServer(linkedTables());
const { database, ofTeam } = await testImports({ hasImports: false, airtableUrl: server.url });
const caller = importer();
const workers: ChildProcess[] = [];
after(() => {
  for (const worker of workers) worker.kill("SIGKILL");
});

function startWorker(): ChildProcess {
  const main = new URL("../testing/imports-main.ts", import.meta.url).pathname;
  const worker = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      WORKER_URL: database.urlOf("data_worker"),
      CALLER: JSON.stringify(caller),
      AIRTABLE_URL: server.url,
    },
    stdio: "inherit",
  });
  workers.push(worker);
  return worker;
}

/** Kills a worker with the first request that fits, and starts another one once it is dead. */
function killedAt(isIt: (path: string) => boolean): () => Promise<void> {
  const worker = startWorker();
  const dead = once(worker, "exit");
  server.instead = (path) => {
    if (worker.killed || !isIt(path)) return undefined;
    worker.kill("SIGKILL");
    return { status: 500 };
  };
  return async () => {
    await dead;
    startWorker();
  };
}

test("a read and a run whose processes are killed go on in other ones, and lose and repeat nothing (imports.airtable)", async () => {
  const [first] = server.tables;
  const [record] = first?.records ?? [];
  first?.fields.push({ id: "fldFiles000000001", name: "Files", type: "multipleAttachments" });
  if (record !== undefined)
    record.fields["fldFiles000000001"] = ["a", "b"].map((name) => attachmentOf(server, name));
  server.files = new Map(["a", "b"].map((name) => [`/${name}`, `file ${name}`]));
  const team = ofTeam(caller);
  const [third = ""] = server.tables.slice(2).map(({ id }) => id);
  const goOn = killedAt((path) => path.includes(third) && path.includes("offset="));
  const made = await team.create({ source: { airtable: { base_id: server.baseId, token: server.token } } });
  const id = String(made.body["id"]);
  await goOn();
  const analysed = await team.settled(id);
  assert.equal(analysed.status, "analysed", JSON.stringify(analysed.error));
  // Pages that were stored were read once; the one under way was read again.
  const pages = server.asked.filter((path) => path.includes("pageSize"));
  assert.deepEqual([pages.length, new Set(pages).size], [11, 10]);
  for (const worker of workers) worker.kill("SIGKILL");
  const goOnWriting = killedAt((path) => path === "/b");
  await team.check(id);
  assert.equal((await team.settled(id)).status, "ready");
  const before = await team.state();
  await team.run(id, { losses_seen: true });
  await goOnWriting();
  const done = await team.settled(id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1_000], JSON.stringify(done.error));
  assert.equal(server.asked.filter((path) => path === "/a").length, 1);
  const rows = await team.cells(done.parts[0]?.target?.table_id ?? "");
  const files = rows.flatMap(({ files: own }) => (own ?? []) as string[]);
  assert.equal(files.length, 2);
  assert.equal((await team.undo(done)).status, 200);
  assert.deepEqual(await team.state(), before);
});
