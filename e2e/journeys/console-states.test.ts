import { keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertNoFault, atConsole, SCRIPT, type AtConsole } from "../src/console.ts";
import { act, choice, fill, isTitled, press } from "../src/console-acts.ts";
import { find, gridCell } from "../src/console-grid.ts";
import { newTeam } from "../src/fleet.ts";
import { newHost } from "../src/hosting.ts";
import { teamApi } from "../src/team-api.ts";

/** Commands on existing objects, by their states, in a real browser (console.writing). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
let payer = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-states"));
  payer = await made("contacts", { first_name: "Payer", email: "payer@example.test" });
  owner = await atConsole(await openPage(), team, "owner");
});

const { call, listed } = teamApi(() => token);

/** The id of what the API makes. */
async function made(path: string, body: object): Promise<string> {
  const { status, body: answer } = await call("POST", path, body);
  assert.ok(status < 300, `${path}: ${JSON.stringify(answer)}`);
  return (answer as { id: string }).id;
}

async function statusOf(path: string): Promise<string> {
  return ((await call("GET", path)).body as { status: string }).status;
}

/** For the payer, as a draft. */
const sold = (also: object) => ({ contact_id: payer, currency: "EUR", ...also });
const line = { description: "Hours", quantity: 2, unit_amount: 1_999, discount_amount: 98 };

test(
  "a draft is edited line by line and keeps its discount, is sent by mail, and given up",
  { skip },
  async () => {
    const id = await made("commerce/invoices", sold({ line_items: [line], auto_finalize: false }));
    const { page, go } = owner;
    await go(`/invoices/${id}`);
    await press(page, "Edit the draft");
    assert.equal(await page.getByLabel("Price of one").inputValue(), "19.99");
    await fill(page, "Quantity", "3");
    await fill(page, "Note on the document", SCRIPT);
    await press(page, "Save");
    await page.getByText("€58.99").first().waitFor();
    await page.getByText(SCRIPT).waitFor();
    await act(page, "Finalize and send");
    await isTitled(page, /^Invoice INV-/);
    await act(page, "Mark as uncollectible");
    await page.getByRole("button", { name: "Mark as uncollectible" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Mark as paid" }).waitFor();
    assert.equal(await statusOf(`commerce/invoices/${id}`), "uncollectible");
    const messages = await listed<{ to: string }>("comms/messages", "messages");
    assert.ok(messages.some(({ to }) => to === "payer@example.test"));
    await keepPicture(page, "journey invoice uncollectible");
    assertNoFault(owner);
  },
);

test("a quote is sent and declined, another one is cancelled", { skip }, async () => {
  const { page, go } = owner;
  const ids: string[] = [];
  for (const end of ["Decline", "Cancel"]) {
    const id = await made(
      "commerce/quotes",
      sold({ line_items: [{ ...line, description: end }], finalize: false }),
    );
    ids.push(id);
    await go(`/quotes/${id}`);
    await act(page, "Finalize and send");
    await isTitled(page, /^Quote /);
    if (end === "Decline") await act(page, "Decline for the customer", "Decline");
    else await act(page, "Cancel the quote");
    await page.getByRole("button", { name: "Accept for the customer" }).waitFor({ state: "detached" });
  }
  const statuses = await Promise.all(ids.map((id) => statusOf(`commerce/quotes/${id}`)));
  assert.deepEqual(statuses, ["declined", "canceled"]);
});

test("of a booking that is over it is noted that nobody came", { skip }, async () => {
  const { eventTypeIds } = await newHost({ slug: team, token }, [{ duration_minutes: 30 }]);
  const id = await made("scheduling/bookings", {
    event_type_id: eventTypeIds[0],
    start: "2020-01-01T10:10:00Z",
    attendee: { name: "Bo", email: "bo@example.test" },
    override_availability: true,
  });
  const { page, go } = owner;
  await go(`/bookings/${id}`);
  await press(page, "Mark as a no-show");
  await page.getByRole("button", { name: "Mark as a no-show" }).waitFor({ state: "detached" });
  assert.equal(await statusOf(`scheduling/bookings/${id}`), "no_show");
});

test("a message of a later time is not sent", { skip }, async () => {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const id = await made("comms/send", {
    to: "late@example.test",
    subject: "Later",
    text: "Later",
    send_at: later,
  });
  const { page, go } = owner;
  await go(`/messages/${id}`);
  await act(page, "Cancel message");
  await page.getByRole("button", { name: "Cancel message" }).waitFor({ state: "detached" });
  assert.equal(await statusOf(`comms/messages/${id}`), "canceled");
});

test("a row moves along its states, and its history tells who moved it", { skip }, async () => {
  const options = { states: ["new", "sent"], initial: "new", transitions: { new: ["sent"], sent: [] } };
  const columns = [
    { name: "title", type: "text" },
    { name: "stage", type: "state", options },
  ];
  await made("data/tables", { name: "parcels", display_name: "Parcels", columns });
  await made("data/tables/parcels/rows", { data: { title: SCRIPT } });
  const { page, go } = owner;
  await go("/tables/parcels");
  await press(page, "Open row 1");
  await press(page, "Edit stage");
  await choice(page, "stage").selectOption("sent");
  await page.keyboard.press("Enter");
  const history = page.getByRole("region", { name: "History of its states" });
  await history.getByRole("row", { name: /stage new sent .*@/ }).waitFor();
  await keepPicture(page, "journey history of states");
  assertNoFault(owner);
});

test(
  "a contact is merged into another one, which keeps what it has, and undo takes it back",
  { skip },
  async () => {
    const target = await made("contacts", { first_name: "Ada", company: "Engines" });
    const source = await made("contacts", {
      first_name: "A.",
      last_name: "Lovelace",
      email: "ada@example.test",
    });
    const { page, go } = owner;
    await go(`/contacts/${target}`);
    await press(page, "Merge another contact into this one");
    await find(owner, "Contact", "ada@example.test", "A. Lovelace");
    await press(page, "Merge");
    await isTitled(page, "Ada Lovelace");
    type Contact = { first_name: string; email: string | null; merged_into: string | null };
    const read = async (id: string) => (await call("GET", `contacts/${id}`)).body as Contact;
    assert.deepEqual((await read(target)).email, "ada@example.test");
    assert.equal((await read(source)).merged_into, target);
    const second = await atConsole(await openPage(), team, "owner", "second");
    await second.go("/approvals");
    await press(second.page, "Done");
    const changes = second.page.getByRole("list", { name: "Changes" });
    await changes.getByRole("link", { name: "Delete 1 contact, update 1 contact" }).first().click();
    await act(second.page, "Undo");
    await second.page.locator(".pill", { hasText: "undone" }).waitFor();
    assert.deepEqual([(await read(target)).email, (await read(source)).merged_into], [null, null]);
    assertNoFault(owner);
  },
);

test("a template is written, refused if it is not valid, changed and deleted", { skip }, async () => {
  const { page, go } = owner;
  await go("/templates");
  await press(page, "New template");
  await fill(page, "Name", `Shipped ${SCRIPT}`);
  await fill(page, "Subject (e-mail only)", "Order {{ number }}");
  await fill(page, "Text", "It is {{ number");
  assert.deepEqual(await violationsOf(page), []);
  await press(page, "Save template");
  await page.getByRole("alert").getByText("Details", { exact: true }).waitFor();
  await fill(page, "Text", "It is {{ number }}.");
  await press(page, "Save template");
  await isTitled(page, `Shipped ${SCRIPT}`);
  await press(page, "Edit");
  await fill(page, "Text", "It is {{ number }} now.");
  await press(page, "Save");
  await page.locator("pre", { hasText: "It is {{ number }} now." }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await keepPicture(page, "journey template");
  await press(page, "Delete");
  await isTitled(page, "Templates");
  assert.equal((await listed("comms/templates", "templates")).length, 0);
  assertNoFault(owner);
});

test("a consent is recorded, and so is that it is taken back", { skip }, async () => {
  const { page, go } = owner;
  await go("/consents");
  for (const status of ["yes", "no"]) {
    await press(page, "Record a consent");
    await fill(page, "E-mail address, or phone number", "reader@example.test");
    await choice(page, "Purpose").selectOption({ label: "marketing" });
    await choice(page, "Answer").selectOption({ label: status });
    if (status === "yes")
      await choice(page, "Why the team may send messages (required for yes)").selectOption("consent");
    await fill(page, "Source, such as a page or a call", SCRIPT);
    assert.deepEqual(await violationsOf(page), []);
    await press(page, "Record it");
    await page
      .getByRole("region", { name: "Consents" })
      .getByRole("cell", { name: status, exact: true })
      .waitFor();
  }
  type Consent = { status: string; address: string };
  const records = await listed<Consent>("comms/consents", "consents");
  const own = records.filter(({ address }) => address === "reader@example.test");
  assert.deepEqual(own.map(({ status }) => status).sort(), ["opted_in", "opted_out"]);
  await keepPicture(page, "journey consents");
  assertNoFault(owner);
});

test(
  "files of a row lead to their pages by their names, and a deleted one is told; a relation shows its row",
  { skip },
  async () => {
    const form = new FormData();
    form.append("file", new Blob(["Dear Ada,"]), `letter ${SCRIPT.replaceAll("/", "")}.txt`);
    form.append("file", new Blob(["Gone"]), "gone.txt");
    const sent = await call("POST", "files", form);
    const [letter, gone] = (
      await listed<{ id: string; name: string }>("files?sort=name:desc", "files")
    ).toSorted(({ name: a }, { name: b }) => (a.startsWith("letter") ? -1 : b.startsWith("letter") ? 1 : 0));
    assert.ok(sent.status < 300 && letter !== undefined && gone !== undefined, JSON.stringify(sent.body));
    await made("data/tables", {
      name: "people",
      display_name: "People",
      columns: [{ name: "title", type: "text" }],
    });
    const ada = await made("data/tables/people/rows", { data: { title: "Ada the first" } });
    const columns = [
      { name: "scans", type: "file", options: { multiple: true } },
      { name: "owner", type: "relation", relation: { table_id: "people", display_column: "title" } },
    ];
    await made("data/tables", { name: "letters", display_name: "Letters", columns });
    await made("data/tables/letters/rows", { data: { scans: [letter.id, gone.id], owner: ada } });
    await call("DELETE", `files/${gone.id}`);
    const { page, go } = owner;
    await go("/tables/letters");
    await page.getByText(`${gone.id}, deleted`).waitFor();
    await gridCell(page, "Ada the first").waitFor();
    await keepPicture(page, "journey files of rows");
    const address = await page.getByRole("link", { name: letter.name }).getAttribute("href");
    await go((address ?? "").replace("/console", ""));
    await isTitled(page, letter.name);
    assertNoFault(owner);
  },
);
