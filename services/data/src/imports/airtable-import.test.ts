import assert from "node:assert/strict";
import { test } from "node:test";
import { zipOf } from "@jst/testing/zips";
import { testImports, type ShownImport } from "../testing/test-imports.ts";
import { refusal } from "../testing/test-sheets.ts";

const { ofTeam, stored } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;
const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Tables of a base, each with a link to one row of the next table and to many of the one before, in a circle. */
const TITLES = ["Projects", "People", "Tasks", "Firms", "Notes"];
const nameOf = (title: string, n: number) => `${title}, ${n}`;

/** Names that the row has: those of one row of the next table, and of many of the one before. */
function linksOf(at: number, n: number, count: number): { next: string; before: string[] } {
  const title = (step: number) => TITLES[(at + step) % TITLES.length] ?? "";
  const many = Array.from({ length: n % 4 }, (_, k) => nameOf(title(4), (n + k * 7) % count));
  return { next: nameOf(title(1), (n * 3) % count), before: many };
}

/** A base as a zip of files, one of each table. */
const baseOf = (count: number): Buffer =>
  zipOf(
    TITLES.map((title, at) => {
      const rows = Array.from({ length: count }, (_, n) => {
        const { next, before } = linksOf(at, n, count);
        const links = before.map(quoted).join(",");
        return [nameOf(title, n), next, links, String(n)].map(quoted).join(",");
      });
      const header = `Name,${TITLES[(at + 1) % TITLES.length]},Many,Size`;
      return { name: `base/${title}-Grid view.csv`, content: [header, ...rows].join("\r\n") };
    }),
  );

async function created(files: Buffer) {
  const team = ofTeam();
  const made = await team.create({ source: { file_id: await team.upload(files, "Base.zip") } });
  const { id } = shown(made);
  return { ...team, id, analysed: await team.settled(id) };
}

test("five tables of a base with links in a circle move in one import, and one undo takes all back (imports.airtable-csv)", async () => {
  const count = 200;
  const team = await created(baseOf(count));
  const { preset, status, parts } = team.analysed as ShownImport & { preset: string };
  assert.deepEqual([preset, status, parts.length], ["airtable_csv", "analysed", 5]);
  await team.check(team.id);
  const { counts, ...checked } = await team.settled(team.id);
  assert.deepEqual([checked.status, counts["create"], counts["reject"]], ["ready", 1_000, 0]);
  assert.equal((await stored(team.caller.team_id)).tables, 0);
  const before = await team.state();
  await team.run(team.id);
  const done = await team.settled(team.id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 1_000], JSON.stringify(done.error));
  assert.equal(done.progress.done, done.progress.total);
  const tables = await Promise.all(done.parts.map(({ target }) => team.rowsIn(target?.table_id ?? "")));
  const names = new Map<unknown, unknown>(tables.flat().map(({ id, data }) => [id, data["name"]]));
  for (const [at, rows] of tables.entries()) {
    assert.equal(rows.length, count);
    const next = (TITLES[(at + 1) % TITLES.length] ?? "").toLowerCase();
    for (const { data: row } of rows) {
      const links = linksOf(at, Number(row["size"]), count);
      assert.equal(names.get(row[next]), links.next);
      assert.deepEqual(
        ((row["many"] ?? []) as unknown[]).map((one) => names.get(one)),
        links.before,
      );
    }
  }
  const undone = await team.undo(done);
  assert.equal(undone.status, 200, JSON.stringify(undone.body).slice(0, 2_000));
  assert.deepEqual(await team.state(), before);
});

test("a run needs that a person has seen what is lost (imports.losses)", async () => {
  const files = zipOf([
    {
      name: "Tasks.csv",
      content: "Task,Files\nT1,plan.pdf (https://files.example.com/a)\nT1,\n",
    },
  ]);
  const team = await created(files);
  await team.check(team.id);
  const refused = await team.run(team.id);
  assert.deepEqual(refusal(refused), [409, "confirmation_required"]);
  const losses = [{ kind: "attachment", column: "Files", count: 1, instead: "long_text" }];
  assert.deepEqual(refused.body.losses, losses);
  assert.deepEqual(team.analysed.parts[0]?.losses, losses);
  const done = shown(await team.run(team.id, { losses_seen: true }));
  assert.deepEqual([done.status, done.counts["written"]], ["done", 2]);
});

test("a question about two tables waits for an answer, and a part that is left out is not linked to", async () => {
  const files = zipOf([
    { name: "Firms.csv", content: "Name\nAda\nBo\n" },
    { name: "People.csv", content: "Name\nAda\nBo\n" },
    { name: "Deals.csv", content: "Deal,Who\nD1,Ada\nD2,Bo\n" },
  ]);
  const team = await created(files);
  assert.deepEqual(refusal(await team.check(team.id)), [
    422,
    "validation_failed",
    "parts.2.columns.1.to required",
  ]);
  const relation = { part: 1, display_column: "name" };
  const to = { new: { name: "who", type: "relation", relation } };
  const answered = { index: 2, columns: [{ index: 1, to }] };
  await team.patch(team.id, { parts: [answered, { index: 1, target: null }] });
  assert.deepEqual(refusal(await team.check(team.id)), [
    422,
    "validation_failed",
    "parts.2.columns.1.to.new.relation not_found",
  ]);
  await team.patch(team.id, { parts: [{ index: 1, target: { kind: "new_table", display_name: "Folk" } }] });
  await team.check(team.id);
  assert.equal((await team.settled(team.id)).status, "ready");
  const done = shown(await team.run(team.id));
  assert.deepEqual([done.status, done.counts["written"]], ["done", 6], JSON.stringify(done.error));
});

test("a file of an archive without rows becomes a table too, to which others link", async () => {
  const files = zipOf([
    { name: "Tasks.csv", content: "Task,Owner\nT1,\n" },
    { name: "People.csv", content: "Name,Age\n" },
  ]);
  const team = await created(files);
  await team.check(team.id);
  const done = shown(await team.run(team.id));
  assert.equal(done.status, "done", JSON.stringify(done.error));
  assert.equal((await stored(team.caller.team_id)).tables, 2);
});
