import { until } from "@jst/testing";
import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { addWords, fill, isTitled, press } from "../src/console-acts.ts";
import { openTable, teamWithFirms, type Cells, writeInPanel } from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";

/** Forms send only the members that were edited, and a text that cannot be read changes nothing. */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-values", await openPage());
});

const COLUMNS = [
  { name: "title", type: "text" },
  { name: "memo", type: "long_text" },
  { name: "st", type: "select", options: { options: [{ value: "gone " }, { value: "gone" }] } },
  { name: "weight", type: "number" },
  { name: "price", type: "currency", options: { currency: "EUR" } },
  { name: "dur", type: "duration" },
  { name: "day", type: "date" },
  { name: "at", type: "datetime" },
];

const ROW = {
  ...{ title: "line1\nline2 ", memo: "m1\r\nm2\n", st: "gone ", weight: 80.5, price: 1999, dur: 5400 },
  ...{ day: "2026-11-30", at: "2026-11-30T10:00:45.123Z" },
};

/** The body of the next write that the page sends to an address. */
function nextBody(page: Page, path: RegExp): Promise<unknown> {
  return page
    .waitForRequest((request) => path.test(request.url()) && ["PATCH", "POST"].includes(request.method()))
    .then((request) => request.postDataJSON() as unknown);
}

/** The body that pressing a button sends. */
async function sent(page: Page, path: RegExp, button = "Save"): Promise<unknown> {
  const [body] = await Promise.all([nextBody(page, path), press(page, button)]);
  return body;
}

test("a cell whose text cannot be read stays, and says what to write", { skip }, async () => {
  const { page, cell, stored } = await openTable(team, "kept", COLUMNS);
  const [row] = await team.rows("kept");
  await team.call("PATCH", `data/tables/kept/rows/${row?.id ?? ""}`, { data: ROW });
  await page.reload();
  await cell(5).getByText("€19.99").waitFor();
  await cell(6).getByText("1 h 30 min").waitFor();
  const wrong: [number, string, string[]][] = [
    [4, "weight", ["12e", "1-2", "abc", "--", "9007199254740993"]],
    [5, "price", ["$5", "1.234", "x"]],
    [6, "dur", ["130", "x"]],
    [7, "day", ["30 Nov", "2026-02-30"]],
    [8, "at", ["30 Nov 2026"]],
  ];
  for (const [n, name, texts] of wrong) {
    await cell(n).dblclick();
    const field = page.getByLabel(name, { exact: true });
    for (const text of texts) {
      await field.fill(text);
      await field.press("Enter");
      await cell(n).getByRole("alert").waitFor();
      assert.equal(await field.getAttribute("aria-invalid"), "true", text);
      assert.equal(await field.inputValue(), text);
    }
    await field.press("Escape");
  }
  assert.deepEqual(await stored(), ROW);
  const right: [number, string, string, string, Cells][] = [
    [4, "weight", "12,5", "12.5", { weight: 12.5 }],
    [5, "price", "20", "€20.00", { price: 2000 }],
    [6, "dur", "2 h", "2 h", { dur: 7200 }],
    [7, "day", "1/12/2026", "1 Dec 2026", { day: "2026-12-01" }],
    [8, "at", "30 Nov 2026, 11:00:45.123", "30 Nov 2026, 11:00:45 UTC", { at: "2026-11-30T11:00:45.123Z" }],
  ];
  let expected: Cells = ROW;
  for (const [n, name, text, shown, changed] of right) {
    await cell(n).dblclick();
    await page.getByLabel(name, { exact: true }).fill(text);
    await page.keyboard.press("Enter");
    await cell(n).getByText(shown).waitFor();
    expected = { ...expected, ...changed };
  }
  await page.keyboard.press("Escape");
  await cell(1).dblclick();
  await page.getByLabel("title", { exact: true }).press("Control+End");
  await page.keyboard.type("!");
  await page.keyboard.press("Enter");
  await cell(1).getByText(/!/).waitFor();
  await assertGoodEverywhere(page, "values grid");
  assert.deepEqual(await stored(), { ...expected, title: "line1\nline2 !" });
  assertNoFault(team.owner);
});

test(
  "the panel of a row sends the cell that was changed, and keeps the others to the letter",
  { skip },
  async () => {
    const { page, stored } = await openTable(team, "formed", COLUMNS);
    const [row] = await team.rows("formed");
    await team.call("PATCH", `data/tables/formed/rows/${row?.id ?? ""}`, { data: ROW });
    await page.reload();
    await press(page, "Open row 1");
    await writeInPanel(page, "dur", "12e");
    await page.getByText("Write a duration such as").waitFor();
    await page.getByRole("textbox", { name: "dur" }).fill("5 min");
    const reply = page.waitForResponse(
      (one) => one.request().method() === "PATCH" && /\/rows\//.test(one.url()),
    );
    await page.keyboard.press("Enter");
    assert.deepEqual((await reply).request().postDataJSON(), { data: { dur: 300 } });
    assert.deepEqual(await stored(), { ...ROW, dur: 300 });
    assertNoFault(team.owner);
  },
);

test("a contact and an article keep what nobody has changed", { skip }, async () => {
  const { page, go } = team.owner;
  const made = await team.call("POST", "contacts", {
    ...{ first_name: "Ada", tags: ["Smith, John", "vip"], notes: "a\r\nb\r\n" },
  });
  await go(`/contacts/${(made.body as { id: string }).id}`);
  await press(page, "Edit");
  await fill(page, "First name", "Ada B");
  assert.deepEqual(await sent(page, /\/contacts\//), { first_name: "Ada B" });
  // The next form begins with what this one has written.
  await isTitled(page, "Ada B");
  await press(page, "Edit");
  await addWords(page, "Tags", "a, b");
  await fill(page, "Phone number", "+44 (0)20 7946 0958");
  assert.deepEqual(await sent(page, /\/contacts\//), {
    ...{ phone: "+44 (0)20 7946 0958", tags: ["Smith, John", "vip", "a, b"] },
  });
  await page.getByText("+442079460958").waitFor();
  const body = "    indented code\n\ntext\n";
  const article = await team.call("POST", "articles", { title: "Old", body, tags: ["a, b", "c"] });
  await go(`/articles/${(article.body as { id: string }).id}`);
  await press(page, "Edit");
  await fill(page, "Title", "New");
  assert.deepEqual(await sent(page, /\/articles\//), { title: "New" });
  assertNoFault(team.owner);
});

/** Creates a draft of one line; its id. */
async function draftInvoice(): Promise<string> {
  const contacts = await team.call("GET", "contacts?email=bo@example.test");
  const [contact] = (contacts.body as { contacts: { id: string }[] }).contacts;
  const line_items = [{ description: "Hours", quantity: 1, unit_amount: 1999, tax_rate_bps: 1900 }];
  const made = await team.call("POST", "commerce/invoices", {
    ...{ contact_id: contact?.id, currency: "EUR", line_items, auto_finalize: false },
  });
  return (made.body as { id: string }).id;
}

test("a draft of an invoice sends its lines only if they were changed", { skip }, async () => {
  const { page, go } = team.owner;
  await go(`/invoices/${await draftInvoice()}`);
  await press(page, "Edit the draft");
  await fill(page, "Note on the document", "Thanks");
  assert.deepEqual(await sent(page, /\/invoices\//), { memo: "Thanks" });
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  await press(page, "Edit the draft");
  await fill(page, "Price of one", "12e");
  await press(page, "Save");
  await page.getByText("Write an amount in EUR such as 12.50.").waitFor();
  await fill(page, "Price of one", "12,50");
  const { line_items: [line] = [] } = (await sent(page, /\/invoices\//)) as {
    line_items?: { unit_amount: number }[];
  };
  assert.equal(line?.unit_amount, 1250);
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  assertNoFault(team.owner);
});

test("what is typed into a form stays while another person changes the thing", { skip }, async () => {
  const { page, go } = team.owner;
  const id = await draftInvoice();
  await go(`/invoices/${id}`);
  await press(page, "Edit the draft");
  await fill(page, "Note on the document", "Mine");
  await fill(page, "Price of one", "12.50");
  const theirs = { line_items: [{ description: "Theirs", quantity: 1, unit_amount: 1999 }] };
  assert.equal((await team.call("PATCH", `commerce/invoices/${id}`, theirs)).status, 200);
  await until("the page shows the change", 20_000, async () => {
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    return (await page.getByText("Theirs", { exact: true }).count()) > 0 ? true : undefined;
  });
  assert.equal(await page.getByLabel("Note on the document", { exact: true }).inputValue(), "Mine");
  assert.equal(await page.getByLabel("Price of one", { exact: true }).inputValue(), "12.50");
  await press(page, "Save");
  await page
    .getByRole("alert")
    .getByText(/version_conflict/)
    .waitFor({ state: "attached" });
  assertNoFault(team.owner);
});

test("responses show every answer, whatever the questions are called", { skip }, async () => {
  const { page, go } = team.owner;
  const field = (id: string, label: string) => ({ id, label, type: "short_text" });
  const fields = [field("a", "Name"), field("b", "Name"), field("c", "2"), field("d", "Old question")];
  await team.make("forms", { title: "Asked", fields, status: "published" });
  const data = { a: "FIRST", b: "SECOND", c: "TWO", d: "OLD" };
  await team.make("forms/asked/submissions", { data });
  await team.call("PATCH", "forms/asked", { fields: fields.slice(0, 3) });
  await go("/forms/asked");
  for (const answer of Object.values(data)) await page.getByRole("cell", { name: answer }).waitFor();
  const heads = await page.getByRole("columnheader").allTextContents();
  assert.deepEqual(heads, ["Answered", "Name (1)", "Name (2)", "2", "d, removed"]);
  await assertGoodEverywhere(page, "responses");
  assertNoFault(team.owner);
});

test("a question keeps its lines, and a published form has its page", { skip }, async () => {
  const { page, go } = team.owner;
  const options = ["Red, dark", "Blue "];
  const fields = [{ id: "pick", label: "Pick\na colour ", type: "single_choice", options }];
  await team.make("forms", { title: "Lined", fields });
  await go("/forms/lined");
  await page.getByLabel("Question", { exact: true }).first().press("Control+End");
  await page.keyboard.type("!");
  await addWords(page, "Choices", "Green");
  const { fields: sentFields } = (await sent(page, /\/forms\/lined/, "Save the questions")) as {
    fields: Cells[];
  };
  assert.deepEqual(sentFields, [
    { ...fields[0], label: "Pick\na colour !", required: false, options: [...options, "Green"] },
  ]);
  await page.getByText("The questions are saved.").waitFor();
  await press(page, "Publish");
  await page.getByRole("link", { name: "its page" }).click();
  await page.getByRole("heading", { name: "Lined" }).waitFor();
  assertNoFault(team.owner);
});
