import assert from "node:assert/strict";
import { test } from "node:test";
import { zipOf } from "@jst/testing/zips";
import { importWorkers } from "../../testing/import-workers.ts";
import { importer, testImports, type ShownImport } from "../../testing/test-imports.ts";

const data = await testImports({ hasImports: false });
const { door, ofTeam, stored } = data;
const caller = importer();
const workers = importWorkers(data, caller);

const DOCUMENTS = 1_200;
const FILES = 25;

test("a run whose process is killed among files and among documents loses and repeats none (imports.lease)", async () => {
  const team = ofTeam(caller);
  const body = { title: "Held", slug: "page-700", body: "Old" };
  const held = String((await door.call("CreateArticle", { caller, body })).body.id);
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
    name: `${n}.md`,
    content: `# Page ${n}\n[next](${(n + 1) % DOCUMENTS}.md) [file](file-${n % FILES}.txt)`,
  }));
  const files = Array.from({ length: FILES }, (_, n) => ({ name: `file-${n}.txt`, content: `File ${n}` }));
  const archive = await upload(zipOf([...documents, ...files]));
  const first = workers.start();
  const { id } = (await team.create({ source: { file_id: archive } })).body as ShownImport;
  assert.equal((await team.settled(id)).status, "analysed");
  await team.check(id);
  const ready = await team.settled(id);
  assert.deepEqual(
    [ready.status, ready.progress.total],
    ["ready", DOCUMENTS + FILES],
    JSON.stringify(ready.error),
  );
  const before = (await stored(caller.team_id)).changes.length;
  const usage = {
    text: "select from data.file_usage where team_id = $1 for update",
    values: [caller.team_id],
  };
  await workers.killWaiting(first, usage, async () => {
    assert.equal((await team.run(id)).status, 200);
  });
  assert.equal(((await team.get(id)).body as ShownImport).progress.done, 0);
  const second = workers.start();
  const row = { text: "select from data.articles where id = $1 for update", values: [held] };
  await workers.killWaiting(second, row, () => Promise.resolve());
  const { status, progress } = (await team.get(id)).body as ShownImport;
  assert.equal(status, "running");
  const third = workers.start();
  const done = await team.settled(id);
  assert.ok(progress.done < done.progress.done);
  assert.deepEqual(
    [done.status, done.counts["written"], done.counts["changed"], done.progress.done],
    ["done", DOCUMENTS, 0, DOCUMENTS + FILES],
    JSON.stringify(done.error),
  );
  assert.equal((await stored(caller.team_id)).changes.length - before, DOCUMENTS + FILES);
  const ids = await fileIds();
  assert.equal(ids.length, FILES);
  for (const n of [0, 1, 499, 500, 700, 1_199]) {
    const { body: article } = await door.call("GetArticle", { caller, path: { article_id: `page-${n}` } });
    const [, next, file] =
      /\]\(\/articles\/(\S+)\) \[file\]\(\/api\/v1\/files\/(\S+)\)/.exec(article.body) ?? [];
    assert.equal(next, `page-${(n + 1) % DOCUMENTS}`);
    assert.ok(ids.includes(file ?? ""));
  }
  await workers.end(third);
});

async function upload(bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(bytes)]), "Export.zip");
  form.append("extract", "false");
  const reply = await door.fetch("/api/v1/files", { method: "POST", body: form, caller });
  return ((await reply.json()) as { id: string }).id;
}

async function fileIds(): Promise<string[]> {
  const { body } = await door.call("ListFiles", { caller, query: "folder=articles&limit=500" });
  return (body.files as { id: string }[]).map(({ id }) => id);
}
