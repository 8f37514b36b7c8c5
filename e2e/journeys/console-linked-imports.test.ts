import { noBrowser, testBrowser } from "@jst/testing/browser";
import { rowsXml, workbookOf } from "@jst/tabular/testing";
import { zipOf } from "@jst/testing/zips";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isTitled, press } from "../src/console-acts.ts";
import { button, countingAt, stateIs } from "../src/console-imports.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, SCRIPT, type AtConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Bases and links that a person brings into tables at the console (console.imports). */
const openPage = testBrowser();
const skip = noBrowser;
const WIDTHS = [1_280, 390];

let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  const made = await newTeam("console-linked-imports");
  token = made.token;
  owner = await atConsole(await openPage(), made.slug, "owner");
});
const { call, listed } = teamApi(() => token);

interface Row {
  data: Record<string, unknown>;
}

/** A base of five tables that link to each other, with a column that could link to two, and with attachments. */
const base = zipOf([
  { name: "Base/Firms-Grid view.csv", content: 'Name,People\nAcme,"Ada,Bo"\nBolt,\n' },
  { name: "Base/People-Grid view.csv", content: "Name,Firm\nAda,Acme\nBo,Acme\n" },
  { name: "Base/Pets-Grid view.csv", content: "Name\nAda\nBo\n" },
  {
    name: "Base/Tasks-Grid view.csv",
    content: `Task,Lead,Files\nPlan,Ada,a.pdf (https://files.example.com/a)\n"${SCRIPT.replaceAll('"', '""')}",Bo,\n`,
  },
  { name: "Base/Notes-Grid view.csv", content: "Note,Task\nN1,Plan\n" },
]);

test(
  "a base of five linked tables with a question and a loss is imported in six clicks, and undone in one",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/tables");
    const { click, choose, count } = countingAt(page);
    await click(button(page, "Import"));
    await choose("Base.zip", base);
    await isTitled(page, "Base.zip");
    await stateIs(page, "Not checked");
    const asked = page.getByRole("group", { name: /^Lead: These values are rows of more than one table/ });
    await page.getByText("Tasks, Files: 1 cell with attachments.").waitFor();
    await assertGoodEverywhere(page, "imports base", WIDTHS);
    await click(asked.getByRole("radio", { name: "People" }));
    await asked.waitFor({ state: "detached" });
    await click(button(page, "Check"));
    await stateIs(page, "Checked");
    await page.getByText("9 new rows").waitFor();
    await press(page, "Import 9 rows");
    await page.getByRole("alert").getByText("Read them below and confirm them first.").waitFor();
    await assertGoodEverywhere(page, "imports losses", WIDTHS);
    await click(page.getByRole("checkbox", { name: "I have seen this. Import the rest." }));
    await click(button(page, "Import 9 rows"));
    await stateIs(page, "Done");
    assert.equal(count(), 6);
    await page.getByText("9 rows were imported.").waitFor();
    const people = await listed<Row & { id: string }>("data/tables/people/rows", "rows");
    const [task] = await listed<Row>("data/tables/tasks/rows?sort=created_at:asc", "rows");
    assert.equal(task?.data["lead"], people.find(({ data }) => data["name"] === "Ada")?.id);
    const [acme] = await listed<Row>("data/tables/firms/rows?sort=created_at:asc", "rows");
    assert.equal((acme?.data["people"] as unknown[]).length, 2);
    await page.getByRole("link", { name: "Open Notes" }).waitFor();
    await assertGoodEverywhere(page, "imports base done", WIDTHS);
    await click(button(page, "Undo: Base.zip"));
    await page.getByText("The import was undone.").waitFor();
    for (const name of ["firms", "people", "pets", "tasks", "notes"])
      assert.equal((await call("GET", `data/tables/${name}`)).status, 404);
    assertNoFault(owner);
  },
);

test(
  "each sheet of a workbook becomes a table, and rows that a person leaves out are counted",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/tables");
    await press(page, "Import");
    const sheets = {
      Shops: [
        ["Name", "Town"],
        ["North", "Oslo"],
        ["South", "Rome"],
      ],
      Sales: [
        ["No", "Where", "Sum"],
        ["S1", "North", 4],
        ["S2", "South", 5],
        ["S3", "East", 6],
      ],
      Drafts: [["Draft"], ["One"], ["Two"]],
    };
    const content = workbookOf({
      sheets: Object.entries(sheets).map(([name, rows]) => ({ name, data: rowsXml(rows) })),
    });
    await countingAt(page).choose("Retail.xlsx", content);
    await isTitled(page, "Retail.xlsx");
    await stateIs(page, "Not checked");
    const drafts = page.locator("section", { has: page.getByRole("heading", { name: "Drafts" }) });
    await drafts.getByLabel("The rows go to").selectOption({ label: "nowhere: leave these rows out" });
    const out = page.getByText("2 rows are left out, because their part of the file goes nowhere: Drafts.");
    await out.waitFor();
    await page.getByLabel("Type of Where").selectOption({ label: "link to Shops" });
    await assertGoodEverywhere(page, "imports workbook", WIDTHS);
    await press(page, "Check");
    await page.getByText("4 new rows, 1 row rejected").waitFor();
    await page.getByText("Line 4 of Sales").waitFor();
    await press(page, "Import 4 rows");
    await press(page, "Leave out and import");
    await stateIs(page, "Done");
    await out.waitFor();
    const shops = await listed<Row & { id: string }>("data/tables/shops/rows", "rows");
    const sales = await listed<Row>("data/tables/sales/rows?sort=created_at:asc", "rows");
    assert.equal(sales[1]?.data["where"], shops.find(({ data }) => data["name"] === "South")?.id);
    assertNoFault(owner);
  },
);

test(
  "a person chooses that unknown choices and rows are added, and by which column links find their rows",
  { skip },
  async () => {
    const made = await call("POST", "data/tables", {
      ...{ name: "clients", display_name: "Clients" },
      columns: [
        { name: "name", display_name: "Name", type: "text", unique: true },
        { name: "code", display_name: "Code", type: "text", unique: true },
      ],
    });
    const { id } = made.body as { id: string };
    await call("POST", "data/tables/clients/rows", { data: { name: "Acme", code: "A1" } });
    await call("POST", "data/tables", {
      ...{ name: "jobs", display_name: "Jobs" },
      columns: [
        { name: "title", display_name: "Title", type: "text" },
        { name: "kind", display_name: "Kind", type: "select", options: { options: [{ value: "new" }] } },
        {
          ...{ name: "client", display_name: "Client", type: "relation" },
          relation: { table_id: id, display_column: "name" },
        },
      ],
    });
    const { page, go } = owner;
    await go("/tables/jobs");
    await press(page, "Import");
    await countingAt(page).choose("jobs.csv", "Title,Kind,Client\na,old,A1\nb,new,B2\n");
    await isTitled(page, "jobs.csv");
    await page.getByLabel("More about Kind").click();
    await page
      .getByLabel("If the choice is not known")
      .selectOption({ label: "add the choice to the column" });
    await page.getByLabel("More about Client").click();
    await page.getByLabel("Find the linked rows by").selectOption({ label: "Code" });
    await page.getByLabel("If no row has this name").selectOption({ label: "add a row with this name" });
    await assertGoodEverywhere(page, "imports unknown", WIDTHS);
    await press(page, "Check");
    await page.getByText("2 new rows, 1 new choice, 1 new row to link to").waitFor();
    await press(page, "Import 2 rows");
    await stateIs(page, "Done");
    const clients = await listed<Row>("data/tables/clients/rows?sort=created_at:asc", "rows");
    assert.deepEqual(
      clients.map(({ data }) => data["code"]),
      ["A1", "B2"],
    );
    assertNoFault(owner);
  },
);
