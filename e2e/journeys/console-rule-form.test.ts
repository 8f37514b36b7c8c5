import { keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGoodEverywhere, assertNoFault, atConsole } from "../src/console.ts";
import { choice, fill, find, isTitled, press } from "../src/console-acts.ts";
import { newTeam } from "../src/fleet.ts";
import { done } from "../src/member-api.ts";
import { signedIn } from "../src/sessions.ts";
import { teamApi } from "../src/team-api.ts";

/** The form of an approval rule: tables, columns and refusals (console.rules). */
const openPage = testBrowser();
const skip = noBrowser;

const TOTAL = "Total of the invoice, quote, subscription or online payment, at least";

test("a rule is limited to a table by its name", { skip }, async () => {
  const { slug: own, token } = await newTeam("rules-of-tables");
  const { call } = teamApi(() => token);
  for (const display_name of ["Orders", "Devices"]) {
    const reply = await call("POST", "data/tables", { name: display_name.toLowerCase(), display_name });
    assert.equal(reply.status, 201);
  }
  const owner = await atConsole(await openPage({ width: 390 }), own, "owner");
  const { page } = owner;
  await owner.go("/rules");
  await press(page, "New rule");
  await fill(page, "Name", "Orders stay");
  await choice(page, "Who changes").selectOption("anybody");
  await page.getByRole("checkbox", { name: "deletes", exact: true }).check();
  await find(page, "Kinds of data", "contacts");
  assert.equal(await page.getByRole("group", { name: "Only in these tables" }).count(), 0);
  await press(page, "Remove contacts");
  await find(page, "Kinds of data", "rows");
  await find(page, "Only in these tables", "Orders");
  await choice(page, "What happens to a matching change").selectOption("refuse");
  await assertGoodEverywhere(page, "rule of a table", [1_440, 390]);
  await press(page, "Save rule");
  await isTitled(page, "Orders stay");
  await page.getByText("When anybody deletes rows of the table Orders, the change is refused.").waitFor();
  await press(page, "Edit");
  const tables = page.getByRole("list", { name: "Only in these tables, chosen" });
  assert.deepEqual(
    await tables
      .getByRole("listitem")
      .allInnerTexts()
      .then((all) => all.length),
    1,
  );
  await tables.getByText("Orders").waitFor();
  assertNoFault(owner);
});

test(
  "the columns of a table are chosen by their titles, and the sentence names them so",
  { skip },
  async () => {
    const { slug: own, token } = await newTeam("rules-of-columns");
    const { call } = teamApi(() => token);
    const columns = [
      { name: "amount", display_name: "Amount due", type: "number" },
      { name: "note", display_name: "Note", type: "text" },
    ];
    const made = await call("POST", "data/tables", { name: "orders", display_name: "Orders", columns });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const owner = await atConsole(await openPage({ width: 390 }), own, "owner");
    const { page } = owner;
    await owner.go("/rules");
    await press(page, "New rule");
    await fill(page, "Name", "Amounts");
    await find(page, "Kinds of data", "rows");
    await find(page, "Only in these tables", "Orders");
    await find(page, "Columns that it changes", "Amount due");
    const sentence = page.getByText("rows of the table Orders, in the fields Amount due, the change waits");
    await sentence.waitFor();
    await assertGoodEverywhere(page, "rule of a column", [1_440, 390]);
    await press(page, "Save rule");
    await isTitled(page, "Amounts");
    await sentence.waitFor();
    const session = await signedIn(own, "owner", "console");
    const { approval_rules: stored } = await done<{ approval_rules: { when: object }[] }>(
      ...([session, "GET", "approval-rules"] as const),
    );
    const [table] = (stored[0]?.when as { table_ids: string[] }).table_ids;
    assert.deepEqual(stored[0]?.when, {
      resources: ["rows"],
      table_ids: [table],
      fields: ["data.amount"],
    });
    await press(page, "Edit");
    await page.getByRole("button", { name: "Remove Amount due" }).waitFor();
    assertNoFault(owner);
  },
);

test(
  "trying and saving refuse a wrong rule alike, at its field, which gets the focus",
  { skip },
  async () => {
    const { slug: own } = await newTeam("refused-rules");
    const owner = await atConsole(await openPage({ width: 390 }), own, "owner");
    const { page } = owner;
    await owner.go("/rules");
    await press(page, "New rule");
    await fill(page, "Name", "Amounts");
    await find(page, "Kinds of data", "rows");
    const field = page.getByLabel("Fields that it changes", { exact: true });
    await field.fill("Amount");
    const fault = page.locator("[data-fault]").getByText("A cell of a row is data.<column>");
    for (const does of ["Test on past changes", "Save rule"]) {
      await press(page, does);
      await fault.waitFor();
      await field.and(page.locator(":focus")).waitFor();
      await keepPicture(page, `refused field of a rule by ${does} 390`);
      assert.deepEqual(await violationsOf(page), []);
      await fill(page, "Name", `Amounts after ${does}`);
    }
    await field.fill("");
    await fill(page, TOTAL, "100");
    await press(page, "Test on past changes");
    await page
      .locator("[data-fault='when.resources']")
      .getByText("An amount counts only for invoices")
      .waitFor();
    await press(page, "Remove rows");
    await find(page, "Kinds of data", "invoices");
    await press(page, "Test on past changes");
    await page.getByText("In the last 30 days, it would have made 0 of 0 changes wait.").waitFor();
    assert.equal(await page.locator("[data-fault]").count(), 0);
    await press(page, "Save rule");
    await isTitled(page, "Amounts after Save rule");
  },
);
