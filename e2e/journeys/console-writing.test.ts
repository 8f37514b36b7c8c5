import { noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { assertNoFault, atConsole, isSettled, keepPicture, SCRIPT, type AtConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** What people write at the console, page by page, in a real browser (console.writing). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-writing"));
  owner = await atConsole(await openPage(), team, "owner");
});

const call = (method: string, path: string, body?: object) =>
  send({ method, path: `/api/v1/${path}`, token, ...(body === undefined ? {} : { body }) });

/** The things of a list, as the API has them. */
async function listed<T>(path: string, member: string): Promise<T[]> {
  const { body } = await call("GET", path);
  return (body as Record<string, T[]>)[member] ?? [];
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).first().fill(text);

const choice = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });

/** Opens the question of an act, looks whether everybody can read it, and says yes. */
async function act(page: Page, opens: string, does = opens): Promise<void> {
  await press(page, opens);
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.getByRole("dialog").getByRole("button", { name: does, exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Waits until the page of a thing has come, whose title is its name. */
const isTitled = (page: Page, title: string | RegExp) =>
  page.getByRole("heading", { level: 1, name: title }).waitFor();

test(
  "a contact is added, corrected where the API says so, changed, archived and restored",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/contacts");
    await press(page, "New contact");
    await fill(page, "First name", `Ada ${SCRIPT}`);
    await fill(page, "Phone number", "12");
    assert.deepEqual(await violationsOf(page), []);
    await press(page, "Add the contact");
    await page
      .getByRole("alert")
      .getByText(/request /)
      .waitFor();
    const phone = page.getByLabel("Phone number");
    assert.equal(await phone.getAttribute("aria-invalid"), "true");
    await keepPicture(page, "journey contact refused");
    await phone.fill("+14155550100");
    await fill(page, "Tags", "vip, press");
    await press(page, "Add the contact");
    await isTitled(page, `Ada ${SCRIPT}`);
    type Contact = { first_name: string; company: string | null; tags: string[]; archived_at: string | null };
    const [made] = await listed<Contact>("contacts", "contacts");
    assert.deepEqual([made?.first_name, made?.tags], [`Ada ${SCRIPT}`, ["vip", "press"]]);
    await press(page, "Edit");
    await fill(page, "Company", "Engines");
    await press(page, "Save");
    await page.getByText("Engines").waitFor();
    assert.deepEqual((await listed<Contact>("contacts", "contacts"))[0]?.tags, ["vip", "press"]);
    await act(page, "Archive");
    await page.getByText("This contact is archived.").waitFor();
    await act(page, "Restore");
    await page.getByRole("button", { name: "Archive" }).waitFor();
    await keepPicture(page, "journey contact");
    assertNoFault(owner);
  },
);

test("what somebody else has changed since a form was opened is not written over", { skip }, async () => {
  const made = (await call("POST", "contacts", { first_name: "Bo" })).body as { id: string };
  const { page, go } = owner;
  await go(`/contacts/${made.id}`);
  await press(page, "Edit");
  await call("PATCH", `contacts/${made.id}`, { company: "Theirs" });
  await fill(page, "Company", "Mine");
  await press(page, "Save");
  await page.getByRole("alert").getByText("version_conflict").waitFor();
  const { body } = await call("GET", `contacts/${made.id}`);
  assert.equal((body as { company: string }).company, "Theirs");
});

async function addColumn(page: Page, name: string, type: string, also: Record<string, string> = {}) {
  await press(page, "New column");
  await fill(page, "Name in the API, such as due_date", name);
  await choice(page, "Type").selectOption(type);
  for (const [label, text] of Object.entries(also)) await fill(page, label, text);
  await press(page, "Add the column");
  await page.getByLabel("Name in the API, such as due_date").waitFor({ state: "detached" });
}

test(
  "a table is made with columns, a formula and rows, filtered, kept as a view and emptied",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/tables");
    await press(page, "New table");
    await fill(page, "Name", "Orders");
    await press(page, "Make the table");
    await isTitled(page, "Orders");
    await addColumn(page, "item", "text");
    await addColumn(page, "amount", "number");
    await addColumn(page, "state", "select", { "Choices, of select columns": "open, won" });
    await addColumn(page, "double", "formula", { "Formula, of formula columns": "{amount} * 2" });
    for (const [item, amount] of [
      [SCRIPT, "3"],
      ["nut", "20"],
    ] as const) {
      await press(page, "New row");
      await fill(page, "item", item);
      await fill(page, "amount", amount);
      await choice(page, "state").selectOption("won");
      await press(page, "Add the row");
      await page.getByRole("cell", { name: item }).waitFor();
    }
    await page.getByRole("cell", { name: "40" }).waitFor();
    await press(page, "Columns");
    await page.getByText("{amount} * 2").waitFor();
    await press(page, "Columns");
    await press(page, "Filter");
    await choice(page, "Column").selectOption("amount");
    await choice(page, "Which").selectOption("gt");
    await fill(page, "Value", "5");
    assert.deepEqual(await violationsOf(page), []);
    await press(page, "Apply");
    await page.getByRole("cell", { name: SCRIPT }).waitFor({ state: "detached" });
    await press(page, "Keep as a view");
    await fill(page, "Name of the view", "Great ones");
    await press(page, "Keep the view");
    await press(page, "Clear the filter");
    await page.getByRole("cell", { name: SCRIPT }).waitFor();
    await choice(page, "View").selectOption({ label: "Great ones" });
    await page.getByRole("cell", { name: SCRIPT }).waitFor({ state: "detached" });
    await keepPicture(page, "journey table");
    await press(page, "Open row 1");
    await press(page, "Edit");
    await page.locator('input[name="data.amount"]').fill("21");
    await press(page, "Save");
    await page.getByRole("cell", { name: "42" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await act(page, "Delete the row", "Delete");
    await page.getByText("Nothing is found.").waitFor();
    const rows = await listed<{ data: { item: string } }>("data/tables/orders/rows", "rows");
    assert.deepEqual(
      rows.map(({ data }) => data.item),
      [SCRIPT],
    );
    assertNoFault(owner);
  },
);

test(
  "a form is built, put in order, published, filled in by a stranger, and its answer read",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/forms");
    await press(page, "New form");
    await fill(page, "Title", "Feedback");
    await press(page, "Make the form");
    await isTitled(page, "Feedback");
    const question = (n: number) =>
      page.getByRole("group", { name: `Field ${n}` }).getByLabel("Question", { exact: true });
    for (const [n, text] of ["How was it?", "Your name"].entries()) {
      await press(page, "Add a field");
      await question(n + 1).fill(text);
    }
    await press(page, "Move field 2 up");
    assert.equal(await question(1).inputValue(), "Your name");
    await page.getByRole("group", { name: "Field 2" }).getByLabel("Must be answered").check();
    assert.deepEqual(await violationsOf(page), []);
    await press(page, "Save the fields");
    await page.getByText("The fields are saved.").waitFor();
    type Field = { id: string; required: boolean };
    const { body } = await call("GET", "forms/feedback");
    const { fields } = body as { fields: Field[] };
    assert.deepEqual(
      fields.map(({ id, required }) => [id, required]),
      [
        ["your_name", false],
        ["how_was_it", true],
      ],
    );
    await keepPicture(page, "journey form");
    await act(page, "Publish");
    await page.getByRole("link", { name: "its page" }).waitFor();
    const answered = await call("POST", "forms/feedback/submissions", {
      data: { your_name: SCRIPT, how_was_it: "Good" },
    });
    assert.equal(answered.status, 201, JSON.stringify(answered.body));
    await page.reload();
    await isSettled(page);
    await page.getByRole("cell", { name: SCRIPT }).waitFor();
    await act(page, "Close");
    await page.getByRole("button", { name: "Publish" }).waitFor();
    assertNoFault(owner);
  },
);

test(
  "an invoice is drafted for a contact, finalized with exact totals, paid; another is voided",
  { skip },
  async () => {
    await call("POST", "contacts", { first_name: "Payer", email: "payer@example.test" });
    const { page, go } = owner;
    const draft = async () => {
      await go("/invoices");
      await press(page, "New invoice");
      await fill(page, "Find a contact, by name or e-mail address", "payer@example.test");
      await page.getByRole("option", { name: "Payer, payer@example.test" }).waitFor({ state: "attached" });
      await choice(page, "Contact").selectOption({ label: "Payer, payer@example.test" });
      await fill(page, "Currency, such as EUR", "EUR");
      await fill(page, "Description", "Hours");
      await fill(page, "Price of one", "19.99");
      await fill(page, "Tax, in percent", "19");
      assert.deepEqual(await violationsOf(page), []);
      await press(page, "Keep the draft");
      await isTitled(page, "Draft of an invoice");
    };
    await draft();
    await page.getByText("€23.79").first().waitFor();
    await act(page, "Finalize");
    await isTitled(page, /^Invoice INV-/);
    await keepPicture(page, "journey invoice");
    await act(page, "Mark as paid");
    await page.getByRole("button", { name: "Void" }).waitFor({ state: "detached" });
    await draft();
    await act(page, "Finalize");
    await act(page, "Void", "Void the invoice");
    await page.getByRole("button", { name: "Mark as paid" }).waitFor({ state: "detached" });
    const all = await listed<{ status: string; total: number }>("commerce/invoices", "invoices");
    assert.deepEqual(all.map(({ status }) => status).sort(), ["paid", "void"]);
    assert.ok(all.every(({ total }) => total === 2_379));
    await draft();
    await act(page, "Delete the draft", "Delete");
    await isTitled(page, "Invoices");
    assert.equal((await listed("commerce/invoices", "invoices")).length, 2);
  },
);

test("a quote is finalized and accepted; a subscription begins and is cancelled", { skip }, async () => {
  const { page, go } = owner;
  const write = async (opens: string, does: string) => {
    await press(page, opens);
    await fill(page, "Find a contact, by name or e-mail address", "payer@example.test");
    await page.getByRole("option", { name: "Payer, payer@example.test" }).waitFor({ state: "attached" });
    await fill(page, "Currency, such as EUR", "EUR");
    await fill(page, "Description", "Seat");
    await fill(page, "Price of one", "5");
    await press(page, does);
  };
  await go("/quotes");
  await write("New quote", "Keep the draft");
  await isTitled(page, "Draft of a quote");
  await act(page, "Finalize");
  await isTitled(page, /^Quote /);
  await act(page, "Accept for the customer", "Accept");
  await page.getByRole("button", { name: "Cancel the quote" }).waitFor({ state: "detached" });
  assert.equal((await listed<{ status: string }>("commerce/quotes", "quotes"))[0]?.status, "accepted");
  await go("/subscriptions");
  await write("New subscription", "Begin the subscription");
  await isTitled(page, "Subscription of Payer");
  await act(page, "Cancel now");
  await page.getByRole("button", { name: "Cancel now" }).waitFor({ state: "detached" });
});

test("an event type is made, hours are set, a time is booked, moved and cancelled", { skip }, async () => {
  const { page, go } = owner;
  await go("/event-types");
  await press(page, "New event type");
  await fill(page, "Name", "Intro");
  await fill(page, "Minutes", "30");
  await page.getByLabel("Anybody with its address can book it").check();
  assert.deepEqual(await violationsOf(page), []);
  await press(page, "Make the event type");
  await isTitled(page, "Intro");
  await go("/hours");
  await press(page, "Change the hours");
  await fill(page, "Monday", "9 to 5");
  await press(page, "Save the hours");
  await page.getByText("Monday: write times as 09:00-17:00").waitFor();
  for (const day of ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
    await fill(page, day, "09:00-12:00, 13:00-17:00");
  await press(page, "Save the hours");
  await page.getByText("13:00 to 17:00").first().waitFor();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await go("/bookings");
  await press(page, "New booking");
  await fill(page, "Name", "Guest");
  await fill(page, "E-mail address", "guest@example.test");
  await fill(page, "Phone number", "+14155550100");
  await fill(page, "Date", inDays(7));
  await page.getByLabel("Free times").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await press(page, "Book");
  await isTitled(page, "Intro with Guest");
  type Booking = { start: string; status: string };
  const booking = async () => (await listed<Booking>("scheduling/bookings", "bookings"))[0];
  const first = (await booking())?.start ?? "";
  await press(page, "Move");
  await fill(page, "Date", inDays(8));
  await page.getByLabel("Free times").waitFor();
  await press(page, "Move the booking");
  await page.getByLabel("Free times").waitFor({ state: "detached" });
  assert.ok(((await booking())?.start ?? "") > first);
  await keepPicture(page, "journey booking");
  await act(page, "Cancel the booking");
  await page.getByRole("button", { name: "Cancel the booking" }).waitFor({ state: "detached" });
  assert.equal((await booking())?.status, "cancelled");
});

test("a message is sent, and its page shows when it has left", { skip }, async () => {
  const { page, go } = owner;
  await go("/messages");
  await press(page, "New message");
  await fill(page, "To: an e-mail address or a phone number", "reader@example.test");
  await fill(page, "Subject, of e-mail", `Hello ${SCRIPT}`);
  await fill(page, "Text", SCRIPT);
  assert.deepEqual(await violationsOf(page), []);
  await press(page, "Send");
  await isTitled(page, `Hello ${SCRIPT}`);
  await page
    .getByText(/^(?:captured|sent)$/)
    .first()
    .waitFor();
  await keepPicture(page, "journey message");
  assertNoFault(owner);
});

test(
  "a file is uploaded under a name with a script, downloaded byte for byte, and deleted",
  { skip },
  async () => {
    const { page, go } = owner;
    await go("/files");
    await press(page, "Upload");
    const name = "<img src=x onerror=alert(1)>.txt";
    const buffer = Buffer.from("bytes of the file");
    await page.getByLabel("Files", { exact: true }).setInputFiles({ name, mimeType: "text/plain", buffer });
    await page.locator("form").getByRole("button", { name: "Upload" }).click();
    await page.getByText("Uploaded:").waitFor();
    await page.getByRole("link", { name }).click();
    await isTitled(page, name);
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Download")]);
    assert.deepEqual(await readFile(await download.path()), buffer);
    await act(page, "Delete");
    await isTitled(page, "Files");
    await until("the file is gone", 10_000, async () =>
      (await listed("files", "files")).length === 0 ? true : undefined,
    );
    assertNoFault(owner);
  },
);

test("an article is written and published, a base gets a block", { skip }, async () => {
  const { page, go } = owner;
  await go("/articles");
  await press(page, "New article");
  await fill(page, "Title", "How to");
  await fill(page, "Text, in Markdown", SCRIPT);
  await press(page, "Keep the draft");
  await isTitled(page, "How to");
  await act(page, "Publish");
  await page.getByRole("button", { name: "Publish" }).waitFor({ state: "detached" });
  await go("/bases");
  await press(page, "New base");
  await fill(page, "Name", "Handbook");
  await press(page, "Make the base");
  await isTitled(page, "Handbook");
  await press(page, "Add a block");
  await fill(page, "Text", SCRIPT);
  await press(page, "Add the block");
  await page.getByRole("list", { name: "Blocks" }).getByText(SCRIPT).waitFor();
  assertNoFault(owner);
});

test("on a network that drops half the replies, a contact is added once", { skip }, async () => {
  const { page, go } = await atConsole(await openPage(), team, "owner", "dropped");
  let calls = 0;
  await page.route("**/api/v1/contacts", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    calls += 1;
    if (calls % 2 === 0) return route.continue();
    // The write gets there, and only its reply is lost.
    const headers = { ...(await route.request().allHeaders()), "sec-fetch-site": "same-origin" };
    assert.equal((await route.fetch({ headers })).status(), 201);
    return route.abort();
  });
  await go("/contacts");
  await press(page, "New contact");
  await fill(page, "First name", "Once");
  await fill(page, "Company", "Dropped");
  await press(page, "Add the contact");
  await isTitled(page, "Once");
  assert.equal(calls, 2);
  assert.equal((await listed("contacts?q=Dropped", "contacts")).length, 1);
});
