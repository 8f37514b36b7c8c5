import { keepPicture, noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { press } from "../src/console-acts.ts";
import { areSaved, openTable, teamWithFirms, writeInPanel } from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";

/** The panel of a row beside the grid, in a real browser (console.row-panel). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-row-panel", await openPage());
});

/** Tests whether the first value of the panel is painted above everything else at its place. */
const isValueOnTop = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const value = document.querySelector(".panel-value");
    const { x, y, width, height } = value.getBoundingClientRect();
    value.style.pointerEvents = "auto";
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    value.style.removeProperty("pointer-events");
    return value.contains(top);
  })()`);

const COLUMNS = [
  { name: "title", type: "text" },
  { name: "note", type: "long_text" },
  { name: "done", type: "boolean" },
  { name: "amount", type: "currency", options: { currency: "EUR" } },
];

test(
  "a row is written in its panel while the grid stays usable, and its address opens it again",
  { skip },
  async () => {
    const { page, cell } = await openTable(team, "panels", COLUMNS);
    await team.call("POST", "data/tables/panels/rows", { data: { title: "Second" } });
    await page.reload();
    await press(page, "Open row 1");
    const panel = page.getByRole("region", { name: "Row", exact: true });
    await panel.and(page.locator(":focus")).waitFor();
    await writeInPanel(page, "title", "First");
    await cell(1).getByText("First").waitFor();
    await panel.getByRole("button", { name: "Edit note" }).and(page.locator(":focus")).waitFor();
    await panel.getByRole("button", { name: "Edit done" }).click();
    await writeInPanel(page, "amount", "12,50 €");
    await areSaved(page);
    const first = (await team.rows("panels")).find(({ data }) => data["title"] === "First");
    assert.deepEqual(first?.data, { title: "First", note: null, done: true, amount: 1250 });
    await panel.locator(".panel-cell").filter({ hasText: "First" }).hover();
    await keepPicture(page, "row panel hover 1280");
    assert.equal(await isValueOnTop(page), true);
    await panel.getByRole("button", { name: "Edit note" }).focus();
    await page.keyboard.press("Control+z");
    await page.getByText("Undone.", { exact: true }).waitFor();
    await page.keyboard.press("Control+y");
    await page.getByText("Done again.").waitFor();
    await areSaved(page);
    await cell(2).dblclick();
    await page.getByRole("textbox", { name: "note" }).fill("by the grid");
    await page.keyboard.press("Enter");
    await panel.getByText("by the grid").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await keepPicture(page, "row panel 1280");
    await panel.getByRole("button", { name: "Next row" }).click();
    await panel.getByRole("heading", { name: "Second" }).waitFor();
    const second = page.url();
    await page.goBack();
    await panel.getByRole("heading", { name: "First" }).waitFor();
    await page.goto(second);
    await panel.getByRole("heading", { name: "Second" }).waitFor();
    await panel.getByRole("button", { name: "Edit note" }).focus();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    assertNoFault(team.owner);
  },
);

test("the panel lists what changed the row, with values and undo", { skip }, async () => {
  const columns = [{ name: "town", type: "text" }];
  await team.make("data/tables", { name: "told", display_name: "Told", columns });
  const made = await team.call("POST", "data/tables/told/rows", { data: { town: "Bonn" } });
  const { id } = made.body as { id: string };
  await team.call("PATCH", `data/tables/told/rows/${id}`, { data: { town: "Kiel" } });
  const { page, go } = team.owner;
  await page.setViewportSize({ width: 1_280, height: 800 });
  await go(`/tables/told?open=${id}`);
  const panel = page.getByRole("region", { name: "Row", exact: true });
  await panel.getByText("History of changes").click();
  await panel.getByRole("link", { name: /Update row/ }).waitFor();
  await panel.locator("del").getByText("Bonn").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await keepPicture(page, "row changes 1280");
  await panel.getByRole("button", { name: /^Undo: Update/ }).click();
  await panel.locator(".panel-cells").getByText("Bonn").waitFor();
  assertNoFault(team.owner);
});

test(
  "a row that the list has not loaded opens by its address, a foreign id is not found",
  { skip },
  async () => {
    await team.make("data/tables", {
      name: "many",
      display_name: "Many",
      columns: [{ name: "n", type: "integer" }],
    });
    const numbers = Array.from({ length: 500 }, (_, n) => ({ data: { n } }));
    await team.make("data/tables/many/rows:batch", { rows: numbers });
    const last = await until("the rows are there", 10_000, async () =>
      (await team.rows("many")).find(({ data }) => data["n"] === 450),
    );
    const { page, go } = team.owner;
    await go(`/tables/many?open=${last.id}`);
    const panel = page.getByRole("region", { name: "Row", exact: true });
    await panel.getByText("450").waitFor();
    await assertGoodEverywhere(page, "row panel", [1_280, 390]);
    await go("/tables/many?open=0198f0a0-0000-7000-8000-000000000000");
    await panel.getByRole("alert").waitFor();
    await press(page, "Close");
    await panel.waitFor({ state: "detached" });
    assertNoFault(team.owner);
  },
);

test(
  "on a phone, rows are cards that open the row; Grid shows the grid in their place",
  { skip },
  async () => {
    const { page, go } = team.owner;
    await openTable(team, "cards", COLUMNS);
    await team.make("data/tables/cards/rows", { data: { title: "Nuts", amount: 1_250, done: true } });
    await page.setViewportSize({ width: 390, height: 844 });
    await go("/tables/cards");
    const cards = page.getByRole("region", { name: "Rows as cards" });
    await cards.getByText("€12.50").waitFor();
    await assertGoodEverywhere(page, "row cards", [390]);
    await cards.getByRole("button", { name: "Nuts" }).click();
    await page.getByRole("region", { name: "Row", exact: true }).waitFor();
    await writeInPanel(page, "amount", "13 €");
    const isWritten = async () =>
      (await team.rows("cards")).some(({ data }) => data["amount"] === 1_300) ? true : undefined;
    await until("the amount is stored", 10_000, isWritten);
    await press(page, "Close");
    await cards.getByText("€13.00").waitFor();
    await go("/tables/many");
    await page.getByRole("button", { name: "Row 100" }).waitFor();
    await press(page, "Show more rows");
    await page.getByRole("button", { name: "Row 200" }).waitFor();
    await press(page, "Grid");
    await page.getByRole("grid").waitFor();
    await page.reload();
    await page.getByRole("grid").waitFor();
    await press(page, "Cards");
    await page.getByRole("button", { name: "Row 100" }).waitFor();
    assertNoFault(team.owner);
  },
);
