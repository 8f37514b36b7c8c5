import { keepPicture, noBrowser, testBrowser, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { areSaved, gridCell } from "../src/console-grid.ts";
import { act, actUnawares, decideAtOnce, dialog, fill, isTitled, press } from "../src/console-acts.ts";
import { jst, mintHumanToken, newTeam } from "../src/fleet.ts";
import { lose } from "../src/lossy.ts";
import { teamApi } from "../src/team-api.ts";

/** Failures while people write at the console, in a real browser (console.writing, console.decisions). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-network"));
});

const { call, listed } = teamApi(() => token);
const open = async (role = "owner", name = "network"): Promise<AtConsole> =>
  atConsole(await openPage(), team, role, name);

async function addContact(page: Page, name: string): Promise<void> {
  await press(page, "New contact");
  await fill(page, "First name", name);
  await press(page, "Create contact");
}

const contactsOf = async (name: string) =>
  (await listed<{ first_name: string }>("contacts?limit=200", "contacts")).filter(
    ({ first_name: first }) => first === name,
  ).length;

test("on a network that drops half the calls, what is written is written once", { skip }, async () => {
  const columns = [{ name: "count", type: "number" }];
  await call("POST", "data/tables", { name: "stock", display_name: "Stock", columns });
  await call("POST", "data/tables/stock/rows", { data: { count: 7 } });
  const owner = await open();
  const { page, go } = owner;
  const calls = await lose(page, "half");
  await go("/contacts");
  await addContact(page, "Ada");
  await isTitled(page, "Ada");
  await press(page, "Delete");
  await page.getByText("This contact is deleted.").waitFor();
  await go("/tables/stock");
  await gridCell(page, /^7$/).dblclick();
  await page.getByRole("textbox", { name: "count" }).fill("8");
  await page.keyboard.press("Enter");
  await gridCell(page, /^8$/).waitFor();
  await areSaved(page);
  assert.ok(calls.writes > 3);
  assert.equal(await contactsOf("Ada"), 0, "archived once, and not made a second time");
  const [row] = await listed<{ version: number }>("data/tables/stock/rows", "rows");
  assert.equal(row?.version, 2);
  assert.equal(await page.getByRole("alert").count(), 0);
  assertNoFault(owner);
});

const keysOf = async (name: string) =>
  (await listed<{ name: string; revoked_at: string | null }>("tokens?limit=200", "tokens")).filter(
    (key) => key.name === name,
  );

async function revoke({ page }: AtConsole, name: string): Promise<void> {
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
  await card.getByRole("button", { name: "Revoke" }).click();
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  await card.getByText("revoked").waitFor();
  const keys = await keysOf(name);
  assert.equal(keys.length, 1);
  assert.notEqual(keys[0]?.revoked_at, null);
}

test(
  "a key whose answer gets lost is minted once, told as lost, and revoked on a network that drops half the calls",
  { skip },
  async () => {
    const owner = await open("owner", "keys");
    const { page, go } = owner;
    await lose(page, "half");
    await go("/keys");
    await fill(page, "Name of the new key", "dropped");
    await press(page, "Create key");
    await page
      .getByRole("alert")
      .getByText(/was created, but the response that showed it was lost/)
      .waitFor();
    assert.equal(await page.locator("code.secret").count(), 0);
    assert.deepEqual(await violationsOf(page), []);
    await keepPicture(page, "key lost");
    await revoke(owner, "dropped");
    assertNoFault(owner);
  },
);

test("a key of which no answer ever comes is minted once, however often it is tried", { skip }, async () => {
  const owner = await open("owner", "silent");
  const { page, go } = owner;
  await go("/keys");
  await lose(page, "writes");
  await fill(page, "Name of the new key", "silent");
  for (let tries = 0; tries < 2; tries += 1) {
    await press(page, "Create key");
    await page.getByRole("alert").getByText("No response").waitFor();
    assert.equal((await keysOf("silent")).length, 1, "the API has it, and the page cannot know");
  }
  await page.unroute("**/api/v1/**");
  await press(page, "Create key");
  await page
    .getByRole("alert")
    .getByText(/was lost/)
    .waitFor();
  await revoke(owner, "silent");
  assertNoFault(owner);
});

test("a write that is not answered says so, and is made once when it is tried again", { skip }, async () => {
  const { page, go } = await open();
  await go("/contacts");
  await lose(page, "writes", (status) => assert.equal(status, 201));
  await addContact(page, "Bo");
  await page.getByRole("alert").getByText("No response").waitFor();
  assert.equal(await contactsOf("Bo"), 1, "the API has it, and the page cannot know");
  await page.unroute("**/api/v1/**");
  await press(page, "Create contact");
  await isTitled(page, "Bo");
  assert.equal(await contactsOf("Bo"), 1);
});

async function propose(name: string): Promise<string> {
  const person = await mintHumanToken(team);
  const { status, body } = await call("POST", "contacts", { first_name: name }, person);
  assert.equal(status, 202);
  return (body as { changeset_id: string }).changeset_id;
}

test(
  "of two windows, one that approves and one that rejects, one decides and the other is told",
  { skip },
  async () => {
    const id = await propose("Cy");
    const { page: first, go: goFirst } = await open();
    const { page: second, go: goSecond } = await open("owner", "second");
    await goFirst(`/approvals/${id}`);
    await goSecond(`/approvals/${id}`);
    await second.getByRole("button", { name: "Reject" }).click();
    const approve = first.getByRole("button", { name: "Approve", exact: true });
    const reject = dialog(second).getByRole("button", { name: "Reject" });
    const [isDone = false] = await decideAtOnce(id, [
      { page: first, path: "approve", decide: () => approve.click() },
      { page: second, path: "reject", decide: () => reject.click() },
    ]);
    for (const page of [first, second])
      await page.locator(".pill", { hasText: isDone ? "done" : "rejected" }).waitFor();
    await (isDone ? second : first).getByText("Another decision on this proposal came first.").waitFor();
    const { body } = await call("GET", `changesets/${id}`);
    assert.equal((body as { status: string }).status, isDone ? "executed" : "rejected");
    assert.equal(await contactsOf("Cy"), isDone ? 1 : 0);
  },
);

test(
  "a role that is lowered while a proposal is open decides nothing, and is told so",
  { skip },
  async () => {
    const id = await propose("Di");
    const { page, go } = await open("admin", "lowered");
    await go(`/approvals/${id}`);
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    const email = `admin.lowered@${team}.test`;
    await actUnawares(
      page,
      () => jst("member", "add", "--team", team, "--email", email, "--role", "viewer"),
      () => page.getByRole("button", { name: "Approve", exact: true }).click(),
    );
    await page.getByText("You are now viewer").waitFor();
    await page.getByRole("status").getByText("viewer_read_only").waitFor({ state: "attached" });
    const { body } = await call("GET", `changesets/${id}`);
    assert.equal((body as { status: string }).status, "queued");
    assert.equal(await contactsOf("Di"), 0);
  },
);

test(
  "a session that ends while a form is open writes nothing, and leads to sign in and back",
  { skip },
  async () => {
    const { page, go } = await open("owner", "ended");
    await go("/contacts");
    await press(page, "New contact");
    await fill(page, "First name", "Eve");
    await actUnawares(
      page,
      () => jst("member", "remove", "--team", team, "--email", `owner.ended@${team}.test`),
      () => press(page, "Create contact"),
    );
    await page.waitForURL(/\/p\/sign-in\?return_to=%2Fconsole%2Fcontacts/);
    assert.equal(await contactsOf("Eve"), 0);
  },
);

/** Approves a proposal to add a contact, whose page is then open. */
async function approved({ page, go }: AtConsole, name: string): Promise<string> {
  const id = await propose(name);
  await go(`/approvals/${id}`);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.locator(".pill", { hasText: "done" }).waitFor();
  assert.equal(await contactsOf(name), 1);
  return id;
}

/** How many changes undo that one. */
async function undoings(id: string): Promise<number> {
  const all = await listed<{ undo_of?: string }>("changesets?limit=200&status=executed", "changesets");
  return all.filter(({ undo_of: of }) => of === id).length;
}

test("on a network that drops half the calls, a change is undone once", { skip }, async () => {
  const owner = await open("owner", "undoing");
  const { page } = owner;
  const id = await approved(owner, "Flo");
  await lose(page, "half", (status) => assert.equal(status, 200));
  // The first one gets no answer, so the write is sent again; the page may read before that what it has done.
  const answering = page.waitForResponse(`**/changesets/${id}/undo`);
  await act(page, "Undo");
  assert.equal((await answering).status(), 200);
  await page.locator(".pill", { hasText: "undone" }).waitFor();
  assert.equal(await contactsOf("Flo"), 0);
  assert.equal(await undoings(id), 1);
  assert.equal(await page.getByRole("alert").count(), 0);
  assertNoFault(owner);
});

test("a change whose undoing is never answered is undone once, and shown as undone", { skip }, async () => {
  const owner = await open("owner", "unanswered");
  const { page } = owner;
  const id = await approved(owner, "Gus");
  await lose(page, "writes", (status) => assert.equal(status, 200));
  await act(page, "Undo");
  await page.getByRole("alert").getByText("No response").waitFor();
  await page.locator(".pill", { hasText: "undone" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Undo" }).count(), 0);
  assert.equal(await contactsOf("Gus"), 0);
  assert.equal(await undoings(id), 1);
  assertNoFault(owner);
});
