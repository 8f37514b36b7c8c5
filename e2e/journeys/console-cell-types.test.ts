import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { choice, dialog, fill, press } from "../src/console-acts.ts";
import {
  areSaved,
  CHOICES,
  find,
  gridCell,
  openTable,
  teamWithFirms,
  upload,
  writeInPanel,
} from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";

/** Cells of every type that people write, in the grid and in the form of a row (console.grid). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-types", await openPage());
});

const STEP = {
  type: "state",
  options: { states: ["new", "done", "gone"], initial: "new", transitions: { new: ["done"] } },
};

const EVERY = [
  { name: "due", type: "datetime" },
  { name: "took", type: "duration" },
  { name: "stage", type: "select", options: CHOICES },
  { name: "tags", type: "multi_select", options: CHOICES },
  { name: "step", ...STEP },
  { name: "who", type: "user" },
  { name: "buyer", type: "contact" },
  { name: "note", type: "long_text" },
  { name: "facts", type: "json" },
];

/** The key by which an input method takes a word, in the field that has focus. */
const COMPOSES = `document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }),
)`;

test(
  "times, lengths, choices, states, members, contacts, long texts and JSON are written in the grid",
  { skip },
  async () => {
    const { page, cell, stored } = await openTable(team, "every", EVERY);
    const write = async (n: number, name: string, text: string) => {
      await cell(n).dblclick();
      await page.getByLabel(name, { exact: true }).fill(text);
      await page.keyboard.press("Enter");
    };
    const pick = async (n: number, name: string, label: string) => {
      await cell(n).dblclick();
      await choice(page, name).selectOption({ label });
      await page.keyboard.press("Enter");
      await cell(n).getByText(label).waitFor();
    };
    await write(1, "due", "2026-12-24T18:30");
    await cell(1).getByText("24 Dec 2026, 18:30 UTC").waitFor();
    await write(2, "took", "1:30");
    await cell(2).getByText("1 h 30 min").waitFor();
    await pick(3, "stage", "First");
    await cell(3).click();
    await page.keyboard.type("sec");
    await page.keyboard.press("Tab");
    await cell(3).getByText("Second").waitFor();
    await cell(3).click();
    await page.keyboard.type("none");
    await page.keyboard.press("Escape");
    await cell(3).getByText("Second").waitFor();
    await cell(4).dblclick();
    await page.getByRole("checkbox", { name: "Second" }).check();
    await page.getByRole("checkbox", { name: "First" }).check();
    await assertGoodEverywhere(page, "choices cell");
    await press(page, "Save");
    await cell(4).getByText("Second, First").waitFor();
    await cell(5).dblclick();
    await choice(page, "step").waitFor();
    // The row has the initial state, which may become another one, and never none.
    assert.deepEqual(await choice(page, "step").getByRole("option").allTextContents(), ["new", "done"]);
    await page.keyboard.press("Escape");
    await pick(5, "step", "done");
    await cell(6).dblclick();
    await find(team.owner, "who", "owner", `owner.console@${team.slug}.test`);
    await press(page, "Save");
    await cell(7).dblclick();
    await find(team.owner, "buyer", "ada@", "ada@example.test");
    await press(page, "Save");
    await cell(7).getByRole("link", { name: "ada@example.test" }).waitFor();
    await cell(8).dblclick();
    await page.getByText("Alt+Enter for a new line").waitFor();
    await page.getByLabel("note", { exact: true }).focus();
    await page.keyboard.type("first");
    await page.evaluate(COMPOSES);
    await page.keyboard.press("Alt+Enter");
    await page.keyboard.type("second");
    await page.keyboard.press("Enter");
    await cell(8)
      .getByText(/first\s+second/)
      .waitFor();
    await write(9, "facts", '{"a": 1}');
    await cell(9).getByText("1").waitFor();
    const { who, buyer, ...rest } = await stored();
    assert.deepEqual(rest, {
      ...{ due: "2026-12-24T18:30:00.000Z", took: 5400, stage: "b", tags: ["b", "a"], step: "done" },
      ...{ note: "first\nsecond", facts: { a: 1 } },
    });
    for (const id of [who, buyer]) assert.match(String(id), /^[0-9a-f-]{36}$/);
    await assertGoodEverywhere(page, "every cell");
    assertNoFault(team.owner);
  },
);

test(
  "JSON is written as JSON, in a cell and in the panel of its row; what is not JSON is told and not written",
  { skip },
  async () => {
    const columns = [
      { name: "facts", type: "json" },
      { name: "step", ...STEP },
    ];
    const { page, cell, stored } = await openTable(team, "facts", columns);
    const write = async (text: string) => {
      await cell(1).dblclick();
      await page.getByLabel("facts", { exact: true }).fill(text);
      await page.keyboard.press("Enter");
    };
    await write('["a", "b"]');
    await cell(1).getByText("a, b").dblclick();
    const field = page.getByLabel("facts", { exact: true });
    assert.deepEqual(JSON.parse(await field.inputValue()), ["a", "b"]);
    await field.fill("a, b, c");
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .getByText('This is not valid JSON. Put each text in double quotes, such as {"colour": "red"}.')
      .waitFor();
    await assertGoodEverywhere(page, "JSON cell");
    await field.fill('["a", "b", "c"]');
    await field.press("Enter");
    await cell(1).getByText("a, b, c").waitFor();
    assert.deepEqual((await stored())["facts"], ["a", "b", "c"]);
    await press(page, "Open row 1");
    await writeInPanel(page, "facts", "true or not");
    await page
      .getByText('This is not valid JSON. Put each text in double quotes, such as {"colour": "red"}.')
      .waitFor();
    await field.fill("true");
    await field.press("Enter");
    await cell(1).getByText("yes").waitFor();
    assert.equal((await stored())["facts"], true);
    assertNoFault(team.owner);
  },
);

test(
  "a new row names rows, files, a contact and a time from its form; its panel then changes them",
  { skip },
  async () => {
    const plan = await upload(team, "offer of 2027.txt");
    const columns = [
      { name: "item", type: "text" },
      { name: "firms", ...(await team.firm("many")) },
      { name: "paper", type: "file" },
      { name: "buyer", type: "contact" },
      { name: "due", type: "datetime" },
      { name: "tags", type: "multi_select", options: CHOICES },
    ];
    await team.make("data/tables", { name: "offers", display_name: "Offers", columns });
    const { page, go } = team.owner;
    await go("/tables/offers");
    await press(page, "New row");
    await fill(page, "item", "nut");
    await find(team.owner, "firms", "Acm", "Acme");
    await find(team.owner, "firms", "Bol", "Bolt");
    await find(team.owner, "paper", "offer of", "offer of 2027.txt");
    await find(team.owner, "buyer", "bo@", "bo@example.test");
    await fill(page, "due", "2026-12-24T18:30");
    await page.getByRole("checkbox", { name: "First" }).check();
    await assertGoodEverywhere(page, "new row");
    await press(page, "Create row");
    await gridCell(page, "bo@example.test").waitFor();
    const [acme, bolt] = [await team.idOf("Acme"), await team.idOf("Bolt")];
    const { buyer, ...rest } = (await team.rows("offers"))[0]?.data ?? {};
    assert.match(String(buyer), /^[0-9a-f-]{36}$/);
    const kept = { paper: plan, due: "2026-12-24T18:30:00.000Z", tags: ["a"] };
    assert.deepEqual(rest, { item: "nut", firms: [acme, bolt], ...kept });
    await press(page, "Open row 1");
    await press(page, "Edit firms");
    await dialog(page).getByRole("button", { name: "Remove Acme" }).click();
    await press(page, "Save");
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    await areSaved(page);
    const [row] = await team.rows("offers");
    assert.deepEqual(row?.data, { item: "nut", firms: [bolt], buyer, ...kept });
    assert.equal(row.version, 2);
    await press(page, "Delete the row");
    await page.getByText("The table has no rows.").waitFor();
    assert.deepEqual(await team.rows("offers"), []);
    assertNoFault(team.owner);
  },
);
