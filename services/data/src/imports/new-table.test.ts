import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { testImports, type ShownImport } from "../testing/test-imports.ts";

/** New tables as the guesses suggest them (imports.new-table). */
const { ofTeam } = await testImports();

const shown = (reply: TestReply) => reply.body as unknown as ShownImport;

const STAGES = ["Lead", "Won", "Lost"];
const lines = Array.from({ length: 60 }, (_, n) => `Deal ${n},${STAGES[n % 3] ?? ""},${n}.50`);
const text = `name,stage,amount\n${lines.join("\n")}\n`;

/** An import of a text into a new table of a name, and the places and codes of what its check refuses. */
async function checked(team: ReturnType<typeof ofTeam>, display_name: string, source: object = { text }) {
  const made = await team.create({ source, target: { kind: "new_table", display_name } });
  const { id } = shown(made);
  await team.settled(id);
  const reply = await team.check(id);
  const errors = (reply.body as { errors?: { field: string; code: string }[] }).errors ?? [];
  return { id, status: reply.status, faults: errors.map(({ field, code }) => `${field} ${code}`) };
}

test("a guessed choice becomes a column with the choices of the source", async () => {
  const team = ofTeam();
  const { id, status } = await checked(team, "Deals");
  assert.equal(status, 200);
  assert.equal((await team.settled(id)).status, "ready");
  await team.run(id);
  const done = await team.settled(id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 60], JSON.stringify(done.error));
  const cells = await team.cells(done.parts[0]?.target?.table_id ?? "");
  assert.deepEqual(new Set(cells.map(({ stage }) => stage)), new Set(STAGES));
  assert.equal(done.parts[0]?.columns[1]?.to?.new?.type, "select");
});

test("a name that another table has is refused by the check, and ends a run as failed", async () => {
  const team = ofTeam();
  const [first, second] = [await checked(team, "Deals"), await checked(team, "DEALS")];
  await team.run(first.id);
  assert.equal((await team.settled(first.id)).status, "done");
  assert.deepEqual((await checked(team, "deals")).faults, ["parts.0.target.display_name name_taken"]);
  await team.run(second.id);
  const failed = await team.settled(second.id);
  assert.equal(failed.status, "failed");
  assert.deepEqual(
    failed.error?.errors?.map(({ field }) => field),
    ["parts.0.target.display_name"],
  );
});

test("a value that cannot be read does not reject its row once the column is left out", async () => {
  const team = ofTeam();
  const bytes = Buffer.concat([Buffer.from("sku,note\na,"), Buffer.from([0xff]), Buffer.from("\nb,fine\n")]);
  const file_id = await team.upload(bytes, "notes.csv");
  const { id } = await checked(team, "Notes", { file_id });
  await team.patch(id, { source: { encoding: "utf-8" } });
  await team.settled(id);
  await team.check(id);
  assert.equal((await team.settled(id)).counts["reject"], 1);
  await team.patch(id, { parts: [{ index: 0, columns: [{ index: 1, to: null }] }] });
  await team.check(id);
  const { counts } = await team.settled(id);
  assert.deepEqual([counts["reject"], counts["create"]], [0, 2]);
});
