import { keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { assertNoFault, atConsole, SCRIPT, type AtConsole } from "../src/console.ts";
import { act, dialog, fill, isTitled, press } from "../src/console-acts.ts";
import { find } from "../src/console-grid.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Forms of money, calendar, messages and library at the console, in a real browser (console.writing). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-trade"));
  owner = await atConsole(await openPage(), team, "owner");
});

const { call, listed } = teamApi(() => token);

test(
  "an invoice is drafted for a contact, finalized with exact totals, paid; another is voided",
  { skip },
  async () => {
    await call("POST", "contacts", { first_name: "Payer", email: "payer@example.test" });
    const { page, go } = owner;
    const draft = async () => {
      await go("/invoices");
      await press(page, "New invoice");
      await find(owner, "Contact", "payer@example.test", "Payer");
      await fill(page, "Currency, such as EUR", "EUR");
      await fill(page, "Description", "Hours");
      await fill(page, "Price of one", "19.99");
      await fill(page, "Tax, in percent", "19");
      assert.deepEqual(await violationsOf(page), []);
      await press(page, "Save draft");
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
    await act(page, "Finalize and send");
    await page.getByText("No e-mail was sent to payer@example.test").waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await press(page, "Copy the link");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const payment = await page.getByRole("link", { name: "Payment page" }).getAttribute("href");
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), payment);
    assert.deepEqual(await violationsOf(page), []);
    await keepPicture(page, "journey invoice that was not mailed");
    await page.getByRole("link", { name: "Show the e-mail" }).click();
    await page.getByText(/^This message was not sent/).waitFor();
    await draft();
    await press(page, "Delete the draft");
    await isTitled(page, "Invoices");
    assert.equal((await listed("commerce/invoices", "invoices")).length, 3);
  },
);

test("an invoice without a contact is not sent: nobody is chosen unasked", { skip }, async () => {
  const { page, go } = owner;
  await go("/invoices");
  await press(page, "New invoice");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.method()));
  await fill(page, "Currency, such as EUR", "EUR");
  await fill(page, "Description", "Hours");
  await fill(page, "Price of one", "1");
  await press(page, "Save draft");
  await page.locator("input:focus:invalid").waitFor();
  await find(owner, "Contact", "payer@example.test", "Payer");
  assert.ok(!sent.includes("POST"), "a draft was sent without a contact");
  assertNoFault(owner);
});

test("a quote is finalized and accepted; a subscription begins and is cancelled", { skip }, async () => {
  const { page, go } = owner;
  const write = async (opens: string, does: string) => {
    await press(page, opens);
    await find(owner, "Contact", "payer@example.test", "Payer");
    await fill(page, "Currency, such as EUR", "EUR");
    await fill(page, "Description", "Seat");
    await fill(page, "Price of one", "5");
    await press(page, does);
  };
  await go("/quotes");
  await write("New quote", "Save draft");
  await isTitled(page, "Draft of a quote");
  await act(page, "Finalize");
  await isTitled(page, /^Quote /);
  await act(page, "Accept for the customer", "Accept");
  await page.getByRole("button", { name: "Cancel the quote" }).waitFor({ state: "detached" });
  assert.equal((await listed<{ status: string }>("commerce/quotes", "quotes"))[0]?.status, "accepted");
  await go("/subscriptions");
  await write("New subscription", "Create subscription");
  await isTitled(page, "Subscription of Payer");
  await act(page, "Cancel now");
  await page.getByRole("button", { name: "Cancel now" }).waitFor({ state: "detached" });
});

test("an event type is made, hours are set, a time is booked, moved and cancelled", { skip }, async () => {
  const { page, go } = owner;
  await go("/bookings");
  await press(page, "New booking");
  await dialog(page).getByText("The team has no event types yet.").waitFor();
  await dialog(page).getByRole("link", { name: "Create one" }).click();
  await isTitled(page, "Event types");
  await press(page, "New event type");
  await fill(page, "Name", "Intro");
  await fill(page, "Minutes", "30");
  await page.getByLabel("Anyone with the link can book it").check();
  assert.deepEqual(await violationsOf(page), []);
  await press(page, "Create event type");
  await isTitled(page, "Intro");
  await page.getByText("by phone: the host calls", { exact: true }).waitFor();
  await go("/hours");
  await press(page, "Edit the hours");
  await fill(page, "Monday", "9 to 5");
  await press(page, "Save the hours");
  await page.getByText("Monday: write times such as 09:00-17:00").waitFor();
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
  await fill(page, "Subject (e-mail only)", `Hello ${SCRIPT}`);
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
    await page.getByRole("link", { name }).click();
    await isTitled(page, name);
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Download")]);
    assert.deepEqual(await readFile(await download.path()), buffer);
    await press(page, "Delete");
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
  await press(page, "Save draft");
  await isTitled(page, "How to");
  await press(page, "Publish");
  await page.getByRole("button", { name: "Publish" }).waitFor({ state: "detached" });
  await go("/bases");
  await press(page, "New knowledge base");
  await fill(page, "Name", "Handbook");
  await press(page, "Create knowledge base");
  await isTitled(page, "Handbook");
  await press(page, "Add a block");
  await fill(page, "Text", SCRIPT);
  await press(page, "Add block");
  await page.getByRole("list", { name: "Blocks" }).getByText(SCRIPT).waitFor();
  assertNoFault(owner);
});
