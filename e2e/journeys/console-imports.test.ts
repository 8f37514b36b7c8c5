import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { choice, dialog, isTitled, press } from "../src/console-acts.ts";
import { gridCell } from "../src/console-grid.ts";
import { button, countingAt, stateIs } from "../src/console-imports.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, SCRIPT, type AtConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Files that a person brings into tables at the console (console.imports). */
const openPage = testBrowser();
const skip = noBrowser;
const WIDTHS = [1_280, 390];

let team = "";
let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-imports"));
  owner = await atConsole(await openPage(), team, "owner");
});
const { call, listed } = teamApi(() => token);

const HUBSPOT = new URL("../../libs/importing/fixtures/hubspot-contacts.csv", import.meta.url);

interface Row {
  data: Record<string, unknown>;
}

/** Eleven orders, and one whose amount is not a number. */
const orders = [
  "Customer,Paid on,Amount",
  ...Array.from({ length: 11 }, (_, n) => `Firm ${n + 1},0${(n % 9) + 1}/04/2026,${n + 10}.50`),
  `"${SCRIPT.replaceAll('"', '""')}",05/04/2026,many`,
].join("\n");

test(
  "a file with a date question and a bad row is imported into a new table in six clicks, and undone",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/tables");
    const { click, choose, count } = countingAt(page);
    await click(button(page, "Import"));
    await dialog(page).getByText("The rows go into a new table").waitFor();
    await assertGoodEverywhere(page, "imports dialog", WIDTHS);
    await choose("orders.csv", orders);
    await isTitled(page, "orders.csv");
    await stateIs(page, "Not checked");
    await page.getByText(/^orders.csv: CSV/).waitFor();
    await assertGoodEverywhere(page, "imports question", WIDTHS);
    const asked = page.getByRole("group", { name: "Paid on: How are these dates written?" });
    await click(asked.getByRole("radio", { name: "Day first: “01/04/2026” means 1 Apr 2026" }));
    await asked.waitFor({ state: "detached" });
    await click(button(page, "Check"));
    await stateIs(page, "Checked");
    await page.getByText("11 new rows, 1 row rejected").waitFor();
    await page.getByText(/Amount: “many”/).waitFor();
    await page.getByText("Line 13").waitFor();
    await button(page, "Download").click();
    const downloading = page.waitForEvent("download");
    await button(page, "Download file").click();
    const file = await readFile(await (await downloading).path(), "utf8");
    assert.deepEqual([file.trimEnd().split("\r\n").length, file.includes("many")], [2, true], file);
    await page.keyboard.press("Escape");
    await assertGoodEverywhere(page, "imports checked", WIDTHS);
    assert.equal((await call("GET", "data/tables/orders")).status, 404);
    await click(button(page, "Import 11 rows"));
    await click(dialog(page).getByRole("button", { name: "Leave out and import" }));
    await stateIs(page, "Done");
    assert.equal(count(), 6);
    await page.getByText("11 rows were imported.").waitFor();
    const rejecting = page.waitForEvent("download");
    await button(page, "Download rejected rows").click();
    const rejects = await readFile(await (await rejecting).path(), "utf8");
    assert.match(rejects, /^\ufeffRow,Line,Verdict,Reasons,Customer,Paid on,Amount\r\n12,13,reject,/);
    await assertGoodEverywhere(page, "imports done", WIDTHS);
    await page.getByRole("link", { name: "Open orders" }).click();
    await isTitled(page, "orders");
    await gridCell(page, "Firm 11").waitFor();
    const rows = await listed<Row>("data/tables/orders/rows", "rows");
    assert.equal(rows.length, 11);
    assert.ok(rows.some(({ data }) => data["customer"] === "Firm 2" && data["paid_on"] === "2026-04-02"));
    await page.goBack();
    const here = new URL(page.url()).pathname.replace("/console", "");
    // The table is one part of the set, its rows are another.
    await go("/approvals?view=executed");
    await page.getByText(/^\s*\d+ changes in 2 parts$/).waitFor();
    await go(here);
    await button(page, "Undo: orders.csv").click();
    await page.getByText("The import was undone.").waitFor();
    assert.equal((await call("GET", "data/tables/orders")).status, 404);
    assertNoFault(owner);
  },
);

test(
  "a file into a table updates the rows that its unique column finds, and adds the others",
  { skip },
  async () => {
    const columns = [
      { name: "sku", display_name: "SKU", type: "text", unique: true },
      { name: "title", display_name: "Title", type: "text" },
      { name: "stock", display_name: "Stock", type: "integer" },
    ];
    assert.equal(
      (await call("POST", "data/tables", { name: "goods", display_name: "Goods", columns })).status,
      201,
    );
    for (const data of [
      { sku: "a", title: "Lamp", stock: 1 },
      { sku: "b", title: "Chair", stock: 2 },
    ])
      await call("POST", "data/tables/goods/rows", { data });
    const { page, go } = owner;
    await go("/tables/goods");
    const { click, choose, count } = countingAt(page);
    await click(button(page, "Import"));
    await choose("goods.csv", "sku;Title;Stock;Note\na;Lamp;7;x\nb;Chair;2;y\nc;Desk;3;z\n");
    await isTitled(page, "goods.csv");
    assert.equal(await choice(page, "Rows that are there already").inputValue(), "sku");
    assert.equal(await choice(page, "Note goes to").inputValue(), "-out");
    await assertGoodEverywhere(page, "imports match", WIDTHS);
    await click(button(page, "Check"));
    await page.getByText("1 new row, 1 row updated, 1 row unchanged").waitFor();
    await click(button(page, "Import 2 rows"));
    await stateIs(page, "Done");
    assert.equal(count(), 4);
    const cells = async () =>
      (await listed<Row>("data/tables/goods/rows?sort=sku:asc", "rows")).map(({ data }) =>
        Object.values(data).join(),
      );
    assert.deepEqual((await cells()).length, 3);
    assert.ok((await cells()).some((one) => one.includes("Lamp") && one.includes("7")));
    const [lamp] = await listed<Row & { id: string }>("data/tables/goods/rows?q=Lamp", "rows");
    const at = `data/tables/goods/rows/${lamp?.id ?? ""}`;
    assert.equal((await call("PATCH", at, { data: { stock: 9 } })).status, 200);
    await button(page, "Undo: goods.csv").click();
    const refused = page.getByRole("alert").getByRole("listitem");
    await refused.getByText("Changed since: Stock.").waitFor();
    assert.match(
      (await refused.getByRole("link").getAttribute("href")) ?? "",
      new RegExp(`open=${lamp?.id ?? ""}`),
    );
    await assertGoodEverywhere(page, "imports conflict", WIDTHS);
    assert.equal((await call("PATCH", at, { data: { stock: 7 } })).status, 200);
    await click(button(page, "Undo: goods.csv"));
    await page.getByText("The import was undone").waitFor();
    assert.equal((await cells()).length, 2);
    assert.equal(count(), 5);
    await stateIs(page, "Undone");
    await go("/imports");
    await page
      .getByRole("row", { name: /goods.csv/ })
      .getByText("Undone")
      .waitFor();
    await assertGoodEverywhere(page, "imports list", WIDTHS);
    assertNoFault(owner);
  },
);

test(
  "a file without rows that can be read is refused in words, and another can be chosen",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/imports");
    await press(page, "Import");
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(600).fill(0)]);
    await countingAt(page).choose("old.xls", old);
    await isTitled(page, "old.xls");
    await stateIs(page, "Failed");
    await page
      .getByRole("alert")
      .getByText(/old.xls could not be read/)
      .waitFor();
    await assertGoodEverywhere(page, "imports refused", WIDTHS);
    await page.getByRole("link", { name: "Import another file" }).click();
    await press(page, "Import");
    await page.getByLabel("Or paste rows").fill("Name,Age\nAda,36\n");
    await press(page, "Continue");
    await isTitled(page, "Pasted rows");
    await press(page, "Check");
    await page.getByText("1 new row").waitFor();
    assertNoFault(owner);
  },
);

test("a file of HubSpot becomes contacts in four clicks, and one more undoes them", { skip }, async () => {
  const { page, go } = owner;
  await go("/contacts");
  const { click, choose, count } = countingAt(page);
  await click(button(page, "Import"));
  await dialog(page).getByText("The rows become contacts.").waitFor();
  const file = await readFile(HUBSPOT, "utf8");
  await choose("hubspot.csv", file.replace("030 901820", "+49 30 901820"));
  await isTitled(page, "hubspot.csv");
  await stateIs(page, "Not checked");
  const goals = [
    ["Record ID", "external_id"],
    ["Contact owner", "owner_id"],
    ["Unsubscribed from all email", "consent.email.marketing"],
    ["Lead Status", "-out"],
  ] as const;
  for (const [header, goal] of goals)
    assert.equal(await choice(page, `${header} goes to`).inputValue(), goal, header);
  assert.equal(await choice(page, "Contacts that are there already").inputValue(), "external_id");
  await assertGoodEverywhere(page, "imports contacts mapping", WIDTHS);
  await click(button(page, "Check"));
  await page.getByText("4 new rows").waitFor();
  await page.getByText("ID in another system: 151").waitFor();
  await click(button(page, "Import 4 rows"));
  await stateIs(page, "Done");
  assert.equal(count(), 4);
  await assertGoodEverywhere(page, "imports contacts done", WIDTHS);
  const contacts = async () => (await listed<{ external_id: string }>("contacts", "contacts")).length;
  assert.equal(await contacts(), 4);
  await click(button(page, "Undo: hubspot.csv"));
  await page.getByText("The import was undone").waitFor();
  assert.equal(await contacts(), 0);
  await page.getByRole("link", { name: "Open contacts" }).click();
  await isTitled(page, "Contacts");
  await page.getByRole("link", { name: "Import history", exact: true }).click();
  await page
    .getByRole("row", { name: /hubspot.csv/ })
    .getByText("Undone")
    .waitFor();
  assertNoFault(owner);
});

test(
  "phone numbers of contacts are read as those of the country that a person chooses",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/contacts");
    await press(page, "Import");
    await page.getByLabel("Or paste rows").fill("First name,Phone\nNoa,030 901821\n");
    await press(page, "Continue");
    await isTitled(page, "Pasted rows");
    await page.getByText("Phone numbers without a country code are rejected.").waitFor();
    await press(page, "Change the country");
    await choice(page, "Phone numbers without a country code").selectOption({ label: "Germany" });
    await press(page, "Read again");
    await page.getByText("numbers of this country: Germany.").waitFor();
    await stateIs(page, "Not checked");
    await assertGoodEverywhere(page, "imports country", WIDTHS);
    await press(page, "Check");
    await page.getByText("1 new row").waitFor();
    await page.getByText("Phone number: +4930901821").waitFor();
    assertNoFault(owner);
  },
);

test("a base of Airtable is asked for with its token, which no page shows", { skip }, async () => {
  const { page, go } = owner;
  await go("/tables");
  await button(page, "Import").click();
  const form = dialog(page);
  await form.getByText("Or import a base of Airtable").click();
  const secret = form.getByLabel("Personal access token");
  assert.equal(await secret.getAttribute("type"), "password");
  await secret.fill("patAbCdEf1234567.0123456789");
  await form.getByLabel("Address or ID of the base").fill("https://airtable.com/tbl1");
  await form.getByRole("button", { name: "Read the base" }).click();
  await form.getByText("This has no ID of a base.").waitFor();
  await assertGoodEverywhere(page, "imports airtable", WIDTHS);
  await form.getByLabel("Address or ID of the base").fill("https://airtable.com/appLkNDICXNqxSDhG/tbl1");
  await form.getByRole("button", { name: "Read the base" }).click();
  await isTitled(page, "Airtable appLkNDICXNqxSDhG");
  assert.doesNotMatch(await page.content(), /patAbCdEf/);
  assertNoFault(owner);
});

test("a viewer imports nothing", { skip }, async () => {
  const viewer = await atConsole(await openPage(), team, "viewer");
  await viewer.go("/tables/goods");
  await gridCell(viewer.page, "Lamp").waitFor();
  assert.equal(await button(viewer.page, "Import").count(), 0);
  await viewer.go("/contacts");
  await isTitled(viewer.page, "Contacts");
  assert.equal(await button(viewer.page, "Import").count(), 0);
});
