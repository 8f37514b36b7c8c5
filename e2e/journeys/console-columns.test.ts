import { noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertGoodEverywhere, assertNoFault, SCRIPT } from "../src/console.ts";
import { choice, fill, hasFocus, press, typeInto } from "../src/console-acts.ts";
import { find, gridCell, teamWithFirms } from "../src/console-grid.ts";
import { send } from "../src/http.ts";

/** Columns of every type are made and changed at the console (console.grid). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-columns", await openPage());
});

interface Column {
  name: string;
  type: string;
  options: Readonly<Record<string, unknown>>;
  default: unknown;
  relation: Readonly<Record<string, unknown>> | null;
}

/** A table with one column, its page, and what the API says of its columns. */
async function openTable(name: string, columns: object[] = [{ name: "item", type: "text" }]) {
  await team.make("data/tables", { name, display_name: name, columns });
  await team.owner.go(`/tables/${name}`);
  const column = async (wanted: string): Promise<Column | undefined> => {
    const { body } = await team.call("GET", `data/tables/${name}/columns?limit=500`);
    return (body as { columns: Column[] }).columns.find((one) => one.name === wanted);
  };
  return { page: team.owner.page, column };
}

/** Every type that the description of the API names. */
async function typesOfTheApi(): Promise<string[]> {
  const { body } = await send({ path: "/api/.well-known/openapi.json" });
  type Described = {
    components: { schemas: { ColumnCreate: { properties: { type: { enum: string[] } } } } };
  };
  return (body as Described).components.schemas.ColumnCreate.properties.type.enum;
}

/** Lists the types that the field offers, by their API names. */
async function typesOffered(page: Page): Promise<string[]> {
  await choice(page, "Type").waitFor();
  return page.evaluate<string[]>(`[
    ...[...document.querySelectorAll("select")].find(
      (field) => field.labels[0]?.textContent.startsWith("Type"),
    ).options,
  ].map(({ value }) => value)`);
}

/** Waits until the form of a column is saved and closed. */
const isSaved = (page: Page) =>
  page.getByRole("dialog", { name: /^The column / }).waitFor({ state: "detached" });

/** Adds a column; its form is gone once it is there. */
async function add(page: Page, name: string, type: string, settings?: () => Promise<unknown>) {
  await press(page, "New column");
  await fill(page, "Name that people see", name);
  await choice(page, "Type").selectOption(type);
  await settings?.();
  await press(page, "Create column");
  await page.getByLabel("Name that people see").waitFor({ state: "detached" });
}

test("the toast of new columns names the last one, and goes when the page is left", { skip }, async () => {
  const { page } = await openTable("toasts");
  const toasts = page.locator(".toast");
  await add(page, "Net price", "number");
  await toasts.filter({ hasText: "Column Net price was added." }).waitFor();
  await add(page, "Tax", "number");
  await toasts.filter({ hasText: "Column Tax was added." }).waitFor();
  assert.equal(await toasts.count(), 1);
  await page.getByRole("link", { name: "Contacts", exact: true }).first().click();
  await toasts.waitFor({ state: "detached" });
  assertNoFault(team.owner);
});

test("every type of column that the API takes is offered, and made from its form", { skip }, async () => {
  const { page, column } = await openTable("every");
  await press(page, "New column");
  const types = await typesOfTheApi();
  assert.deepEqual((await typesOffered(page)).toSorted(), types.toSorted());
  await page.keyboard.press("Escape");
  const settings: Readonly<Record<string, () => Promise<unknown>>> = {
    state: () => press(page, "Add a state").then(() => fill(page, "Name of state 1", "new")),
    relation: () => find(team.owner, "Linked table", "Firm", "Firms"),
    formula: () => fill(page, "Formula", "{Item}"),
  };
  for (const type of types) {
    await add(page, `Of ${type}`, type, settings[type]);
    assert.equal((await column(`of_${type}`))?.type, type);
  }
  await press(page, "Columns");
  await assertGoodEverywhere(page, "columns of every type");
  assertNoFault(team.owner);
});

test(
  "a state column with its states, the first one and what may follow is made by keyboard alone",
  { skip },
  async () => {
    const { page, column } = await openTable("steps");
    await add(page, "Step", "state", async () => {
      await page.getByRole("button", { name: "Add a state" }).focus();
      await page.keyboard.press("Enter");
      for (const [n, state] of ["new", "running", SCRIPT].entries()) {
        if (n > 0) await page.keyboard.press("Enter");
        await typeInto(page, `Name of state ${n + 1}`, state);
      }
      await page.getByRole("button", { name: "Move state 3 up" }).focus();
      await page.keyboard.press("Enter");
      await hasFocus(page, "Move state 2 up");
      // One letter selects; a second one after a pause would select again.
      await choice(page, "Colour of state 1").focus();
      await page.keyboard.press("t");
      await choice(page, "State of a new row").focus();
      await page.keyboard.press("r");
      await page.getByLabel("Limit which state can follow which").focus();
      await page.keyboard.press("Space");
      const after = page.getByRole("group", { name: "States that can follow new" });
      await after.getByRole("checkbox", { name: "running" }).focus();
      await page.keyboard.press("Space");
      await assertGoodEverywhere(page, "state column");
    });
    assert.deepEqual((await column("step"))?.options, {
      states: [
        { value: "new", label: "new", color: "teal" },
        { value: SCRIPT, label: SCRIPT },
        { value: "running", label: "running" },
      ],
      initial: "running",
      transitions: { new: [SCRIPT, "running"], [SCRIPT]: ["running"] },
    });
    assertNoFault(team.owner);
  },
);

test(
  "a relation names its table, how many rows, how they are known, and what a deletion does",
  { skip },
  async () => {
    const { page, column } = await openTable("deals");
    await add(page, "Firms", "relation", async () => {
      await find(team.owner, "Linked table", "firm", "Firms");
      await choice(page, "Column shown for a linked row").selectOption("name");
      await choice(page, "Linked rows in a cell").selectOption("many");
      await choice(page, "When a linked row is deleted").selectOption("clear");
      assert.deepEqual(await violationsOf(page), []);
    });
    const { table_id, ...relation } = (await column("firms"))?.relation ?? {};
    assert.equal(typeof table_id, "string");
    assert.deepEqual(relation, { display_column: "name", cardinality: "many", on_target_delete: "clear" });
    await press(page, "Columns");
    await press(page, "Edit Firms");
    await page.getByText("Links to rows of Firms.").waitFor();
    await choice(page, "When a linked row is deleted").selectOption("keep");
    await press(page, "Save");
    await isSaved(page);
    assert.equal((await column("firms"))?.relation?.["on_target_delete"], "keep");
  },
);

test(
  "a choice that gets another name and colour keeps its cells; a default is what new rows have",
  { skip },
  async () => {
    const options = { options: [{ value: "a", label: "First" }, { value: "b" }] };
    const { page, column } = await openTable("choices", [{ name: "stage", type: "select", options }]);
    await team.make("data/tables/choices/rows", { data: { stage: "a" } });
    await press(page, "Columns");
    await press(page, "Edit stage");
    await fill(page, "Name of choice 1", "Begun");
    await choice(page, "Colour of choice 1").selectOption("red");
    await choice(page, "Value in a new row").selectOption("b");
    await assertGoodEverywhere(page, "change of a column");
    await press(page, "Save");
    await isSaved(page);
    await gridCell(page, "Begun").waitFor();
    const stage = await column("stage");
    assert.deepEqual(stage?.options, {
      options: [
        { value: "a", label: "Begun", color: "red" },
        { value: "b", label: "b" },
      ],
    });
    assert.equal(stage.default, "b");
    await team.make("data/tables/choices/rows", { data: {} });
    const rows = await team.rows("choices");
    assert.deepEqual(rows.map(({ data }) => data["stage"]).toSorted(), ["a", "b"]);
    await press(page, "Edit stage");
    await choice(page, "Type").selectOption("multi_select");
    await press(page, "Save");
    await isSaved(page);
    assert.deepEqual((await column("stage"))?.options, stage.options);
    const carried = (await team.rows("choices")).map(({ data }) => data["stage"]);
    assert.deepEqual(carried.flat().toSorted(), ["a", "b"]);
  },
);

test(
  "a type that does not fit some cells says which, and empties them only when told so",
  { skip },
  async () => {
    const { page, column } = await openTable("amounts");
    for (const item of ["12", "many"]) await team.make("data/tables/amounts/rows", { data: { item } });
    await press(page, "Columns");
    await press(page, "Edit item");
    assert.ok(!(await typesOffered(page)).includes("relation"));
    await choice(page, "Type").selectOption("number");
    await press(page, "Save");
    await page.getByLabel("Empty the one cell that does not fit, such as many").check();
    assert.equal((await column("item"))?.type, "text");
    await press(page, "Save");
    await isSaved(page);
    assert.equal((await column("item"))?.type, "number");
    const items = (await team.rows("amounts")).map(({ data }) => data["item"]);
    assert.deepEqual(new Set(items), new Set([12, null]));
    assertNoFault(team.owner);
  },
);

test(
  "a column that others use is removed only by whoever was told what they are, and said so again",
  { skip },
  async () => {
    const { page, column } = await openTable("used", [
      { name: "price", type: "number" },
      { name: "gross", type: "formula", formula: "{price} * 2" },
    ]);
    for (const data of [{ price: 1 }, { price: 0 }, {}]) await team.make("data/tables/used/rows", { data });
    await team.make("data/tables/used/views", {
      name: "Dear",
      sorts: [{ field: "price", direction: "desc" }],
    });
    await press(page, "Columns");
    const price = page.getByRole("row", { name: /^price/ });
    const shown = page.getByRole("alertdialog", { name: /^Delete the column price/ });
    await price.getByRole("button", { name: "Delete", exact: true }).click();
    await shown.getByText("2 rows have a value in this column.").waitFor();
    await shown.getByRole("button", { name: "Delete the column" }).click();
    await price.getByRole("button", { name: "Delete anyway" }).click();
    const uses = shown.getByRole("list", { name: "What uses the column" });
    await uses.getByRole("listitem").nth(1).waitFor();
    assert.deepEqual(await uses.getByRole("listitem").allTextContents(), [
      "the formula gross",
      "the view Dear",
    ]);
    await assertGoodEverywhere(page, "removal of a column in use");
    assert.notEqual(await column("price"), undefined);
    await shown.getByRole("button", { name: "Delete the column" }).click();
    // Behind a dialog no row of the page has a role.
    await shown.waitFor({ state: "detached" });
    await price.waitFor({ state: "detached" });
    assert.equal(await column("price"), undefined);
    assertNoFault(team.owner);
  },
);

test(
  "an address with a view that was deleted shows the rows of the table, and says so",
  { skip },
  async () => {
    const { page } = await openTable("viewed");
    await team.make("data/tables/viewed/rows", { data: { item: "nut" } });
    const made = await team.call("POST", "data/tables/viewed/views", { name: "Short" });
    const { id } = made.body as { id: string };
    assert.equal((await team.call("DELETE", `data/tables/viewed/views/${id}`)).status, 200);
    await team.owner.go(`/tables/viewed?view=${id}`);
    await page.getByRole("status").getByText("The view no longer exists, so you see all rows").waitFor();
    await gridCell(page, "nut").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
  },
);

test("each choice of a cell shows its colour, of several as of one", { skip }, async () => {
  const options = {
    options: [
      { value: "a", label: "First", color: "red" },
      { value: "b", label: "Second", color: "green" },
    ],
  };
  const { page } = await openTable("coloured", [
    { name: "one", type: "select", options },
    { name: "some", type: "multi_select", options },
  ]);
  await team.make("data/tables/coloured/rows", { data: { one: "b", some: ["a", "b"] } });
  await page.reload();
  await gridCell(page, "First, Second").waitFor();
  const pills = await page.getByRole("grid").locator(".pill").all();
  const tints = await Promise.all(pills.map((pill) => pill.getAttribute("data-tint")));
  assert.deepEqual(tints, ["green", "red", "green"]);
});
