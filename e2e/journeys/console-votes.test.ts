import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { press } from "../src/console-acts.ts";
import { assertNoFault, atConsole } from "../src/console.ts";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { done } from "../src/member-api.ts";
import { signedIn } from "../src/sessions.ts";
import { teamApi } from "../src/team-api.ts";

/** Proposals that need two approvals, and marks of what waits, in a real browser (console.votes, console.waiting). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
let agent = "";
let rule = "";
before(async () => {
  ({ slug: team, token } = await newTeam("votes"));
  agent = await mintPersonal(team, "human:member:agent");
  await signedIn(team, "admin", "console");
  const owner = await signedIn(team, "owner", "console");
  ({ id: rule } = await done<{ id: string }>(owner, "POST", "approval-rules", {
    name: "Contacts",
    outcome: "queue",
    when: { actor_types: ["human", "oauth_app"], resources: ["contacts"], ops: ["create", "update"] },
    needed: 2,
  }));
});
const { call } = teamApi(() => token);

async function propose(method: string, path: string, body: object, key = agent): Promise<string> {
  const reply = await call(method, path, body, key);
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return (reply.body as { changeset_id: string }).changeset_id;
}

const at = async (role: string, width?: number) =>
  atConsole(await openPage(width === undefined ? {} : { width }), team, role);

test(
  "the first of two approvers sees the own approval, and the second one completes it",
  { skip },
  async () => {
    const id = await propose("POST", "contacts", { first_name: "Ada" });
    const owner = await at("owner", 390);
    const { page } = owner;
    await owner.go(`/approvals/${id}`);
    await press(page, "Approve");
    await page.getByText("You approved. 1 of 2 approvals; one more person must approve.").waitFor();
    const approvers = page.locator("dl.facts > div").filter({ hasText: "Approved by" });
    await approvers.getByText(`owner.console@${team}.test`).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Approve/ }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Reject" }).count(), 1);
    await page.getByRole("link", { name: "Approvals", exact: true }).waitFor();
    assert.deepEqual([await violationsOf(page), await isTooWide(page)], [[], false]);
    await keepPicture(page, "journey one of two approvals 390");
    const admin = await at("admin");
    await admin.go(`/approvals/${id}`);
    await press(admin.page, "Approve");
    await admin.page.locator(".pill", { hasText: "done" }).waitFor();
    await approvers.getByText(`admin.console@${team}.test`).waitFor({ timeout: 20_000 });
    assertNoFault(owner);
    assertNoFault(admin);
  },
);

test("approvals of many say how many wait for another approval", { skip }, async () => {
  for (const first_name of ["Fay", "Gus"]) await propose("POST", "contacts", { first_name });
  const owner = await at("owner");
  const { page } = owner;
  await owner.go("/approvals");
  await page.getByLabel("Choose all on this page").check();
  await press(page, "Approve 2");
  await page.getByText("Approved: 0. 2 have your approval and wait for another one.").waitFor();
  assertNoFault(owner);
});

test(
  "where one person alone can decide, the proposal and the rule say that one approval is enough",
  { skip },
  async () => {
    const adminsKey = await mintPersonal(team, "human:admin:console");
    const id = await propose("POST", "contacts", { first_name: "Bea" }, adminsKey);
    const owner = await at("owner");
    const { page } = owner;
    await owner.go(`/approvals/${id}`);
    await page.getByText("Only you can decide, so one approval is enough.").waitFor();
    await press(page, "Approve");
    await page.locator(".pill", { hasText: "done" }).waitFor();
    await owner.go(`/rules/${rule}`);
    await page.getByText("On a proposal by an approver, only one other person can decide").waitFor();
    for (const words of ["When a personal key or a connected app adds or changes contacts,", "14 days"])
      await page.getByText(words).first().waitFor();
    assert.equal(await page.getByText("oauth_app").count(), 0);
    assert.deepEqual(await violationsOf(page), []);
    await keepPicture(page, "journey rule 1440");
    await owner.go("/rules");
    await page.getByText("the change waits for 2 approvals by owners or admins.").waitFor();
    await keepPicture(page, "journey rules 1440");
    assertNoFault(owner);
  },
);

test("decided changes are listed by their decision, the newest first", { skip }, async () => {
  const adminsKey = await mintPersonal(team, "human:admin:console");
  const ids: string[] = [];
  for (const first_name of ["Dee", "Eve"])
    ids.push(await propose("POST", "contacts", { first_name }, adminsKey));
  const decider = await signedIn(team, "owner", "console");
  for (const id of ids.toReversed()) await done(decider, "POST", `changesets/${id}/approve`, {});
  const owner = await at("owner");
  await owner.go("/approvals");
  await press(owner.page, "Done");
  const links = owner.page.getByRole("list", { name: "Changes" }).getByRole("link");
  await links.filter({ hasText: "Dee" }).waitFor();
  assert.deepEqual((await links.allTextContents()).slice(0, 2), ["Create contact Dee", "Create contact Eve"]);
  assertNoFault(owner);
});

test("a contact and a row show the proposals that wait for them, with a link", { skip }, async () => {
  const made = await call("POST", "contacts", { first_name: "Cy", company: "Old" });
  const contact = `contacts/${(made.body as { id: string }).id}`;
  const id = await propose("PATCH", contact, { company: "New" });
  const owner = await at("owner");
  const { page } = owner;
  await owner.go(`/${contact}`);
  await page.getByText("1 proposal waits").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.getByRole("link", { name: "Update contact Cy" }).click();
  await page.waitForURL(`**/approvals/${id}`);
  const table = await call("POST", "data/tables", { name: "ships", display_name: "Ships" });
  await call("POST", "data/tables/ships/columns", { name: "title", type: "text" });
  const row = await call("POST", "data/tables/ships/rows", { data: { title: "Beagle" } });
  await call("POST", "data/tables/ships/rows", { data: { title: "Fram" } });
  const { id: rowId } = row.body as { id: string };
  await propose("PATCH", `data/tables/ships/rows/${rowId}`, { data: { title: "Argo" } });
  await owner.go(`/tables/${(table.body as { id: string }).id}`);
  const marks = page.locator('.gutter[data-state="waiting"]');
  await marks.getByText("a proposal waits").waitFor();
  assert.equal(await marks.count(), 1);
  await keepPicture(page, "journey waiting row 1440");
  await page.getByRole("button", { name: "Open row 1" }).click();
  await page.getByRole("region", { name: "Row", exact: true }).getByText("1 proposal waits").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await keepPicture(page, "journey waiting row panel 1440");
  assertNoFault(owner);
});
