import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { choice, dialog, isTitled, press } from "../src/console-acts.ts";
import { gridCell, teamWithFirms } from "../src/console-grid.ts";
import { stateIs } from "../src/console-imports.ts";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";

/** A paste of more rows than the grid writes at once is an import (console.paste-many). */
const openPage = testBrowser();
const skip = noBrowser;
const WIDTHS = [1_280, 390];

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip !== false) return;
  team = await teamWithFirms("console-paste-many", await openPage());
  await team.owner.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});

/** Opens a table of items, with the cursor on its first cell, and pastes the lines. */
async function pasteInto(name: string, items: readonly string[], lines: readonly string[]) {
  const columns = [
    { name: "item", display_name: "Item", type: "text", required: true },
    { name: "count", display_name: "Count", type: "integer" },
  ];
  const display_name = name.charAt(0).toUpperCase() + name.slice(1);
  await team.make("data/tables", { name, display_name, columns });
  const rows = items.map((item) => ({ data: { item, count: 1 } }));
  if (rows.length > 0) await team.make(`data/tables/${name}/rows:batch`, { rows });
  const { page, go } = team.owner;
  await go(`/tables/${name}?sort=item%3Aasc`);
  await page.getByRole("rowheader").first().click();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(lines.join("\r\n"))})`);
  await page.keyboard.press("Control+v");
  await dialog(page).getByText(`Paste into ${display_name}`).waitFor();
  return page;
}

const stored = async (name: string, query: string) => {
  const { body } = await team.call("GET", `data/tables/${name}/rows?count=exact&${query}`);
  return body as { total: number; rows: { id: string; data: Record<string, unknown> }[] };
};

test(
  "a paste over rows that are there changes them and adds the others, and one undo takes it back",
  { skip },
  async () => {
    const lines = Array.from({ length: 620 }, (_, n) => `new ${n}, "the" one\t${n === 0 ? "" : n}`);
    const page = await pasteInto("parts", ["a", "b"], lines);
    assert.equal(await choice(page, "First line").inputValue(), "no");
    await page.getByText("2 rows of the table get the pasted cells. 618 rows are added.").waitFor();
    await assertGoodEverywhere(page, "paste many", WIDTHS);
    await press(page, "Import 620 rows");
    await isTitled(page, "Pasted rows");
    await stateIs(page, "Done");
    await page.getByText("620 rows were imported.").waitFor();
    const { total } = await stored("parts", "limit=1");
    assert.equal(total, 620);
    const [first] = (await stored("parts", 'filter={"field":"item","op":"starts_with","value":"new 0"}'))
      .rows;
    assert.deepEqual([first?.data["item"], first?.data["count"] ?? null], ['new 0, "the" one', null]);
    await press(page, "Undo: Pasted rows");
    await page.getByText("The import was undone").waitFor();
    assert.equal((await stored("parts", "limit=1")).total, 2);
    assertNoFault(team.owner);
  },
);

test(
  "a paste with names maps its columns by them, and shows the verdicts if a row is rejected",
  { skip },
  async () => {
    const lines = ["Count\tItem\tColour", ...Array.from({ length: 600 }, (_, n) => `${n}\titem ${n}\tred`)];
    lines[300] = "many\titem x\tred";
    const page = await pasteInto("goods", ["z"], lines);
    assert.equal(await choice(page, "First line").inputValue(), "yes");
    await page.getByText("Columns: Count, Item").waitFor();
    await page.getByText("1 pasted column is left out.").waitFor();
    await press(page, "Import 600 rows");
    await stateIs(page, "Checked");
    await page.getByText("599 new rows, 1 row rejected").waitFor();
    await page.getByText("Line 301").waitFor();
    assertNoFault(team.owner);
  },
);

test("a new table takes a paste and an import, which make its columns", { skip }, async () => {
  await team.make("data/tables", { name: "bare", display_name: "Bare", columns: [] });
  const { page, go } = team.owner;
  await go("/tables/bare");
  await page.getByRole("button", { name: "Import", exact: true }).waitFor();
  const text = "Item\tCount\r\nNut\t1\r\nBolt\t2";
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.getByRole("heading", { level: 1, name: "Bare" }).click();
  await page.keyboard.press("Control+v");
  await dialog(page).getByText("Paste into Bare").waitFor();
  await press(page, "Continue");
  await isTitled(page, "Pasted rows");
  await press(page, "Check");
  await press(page, "Import 2 rows");
  await stateIs(page, "Done");
  const { total, rows } = await stored("bare", "sort=count:asc");
  assert.equal(total, 2);
  assert.deepEqual(rows[0]?.data, { item: "Nut", count: 1 });
  assertNoFault(team.owner);
});

test("a paste of more than 1 MiB is uploaded as a file first", { skip }, async () => {
  const lines = Array.from({ length: 1_100 }, (_, n) => `${n} ${"long ".repeat(200)}\t${n}`);
  const page = await pasteInto("texts", ["z"], lines);
  await press(page, "Import 1,100 rows");
  await stateIs(page, "Done");
  await page.getByText(/^Pasted rows.txt: .*1\.1 MB/).waitFor();
  await page.getByRole("link", { name: "Open Texts" }).click();
  await gridCell(page, /^0 long/).waitFor();
  assertNoFault(team.owner);
});
