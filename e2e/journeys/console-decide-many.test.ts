import { isTooWide, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { dialog } from "../src/console-acts.ts";
import { assertNoFault, atConsole } from "../src/console.ts";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Several proposals in a real browser: approved at once, one after the other, and edited (console.decisions). */
const openPage = testBrowser();
const skip = noBrowser;
const PHONE = { width: 390, height: 800 };

let team = "";
let token = "";
let agent = "";
before(async () => {
  ({ slug: team, token } = await newTeam("several"));
  agent = await mintPersonal(team, "human:member:agent");
});
const { call, listed } = teamApi(() => token);

async function propose(method: string, path: string, body?: object): Promise<string> {
  const reply = await call(method, path, body, agent);
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return (reply.body as { changeset_id: string }).changeset_id;
}

const proposeContact = (name: string) =>
  propose("POST", "contacts", { first_name: name, email: `${name}@example.test` });
const emailsOf = async () =>
  (await listed<{ email: string }>("contacts?limit=100", "contacts")).map(({ email }) => email);

test(
  "twelve proposals are approved in two clicks on a phone, and the badge counts what is left",
  { skip },
  async () => {
    for (let n = 0; n < 12; n += 1) await proposeContact(`c${n}`);
    const owner = await atConsole(await openPage(), team, "owner");
    const { page } = owner;
    await page.setViewportSize(PHONE);
    await owner.go("/approvals");
    await page.getByRole("link", { name: "Approvals, 12" }).waitFor();
    assert.deepEqual([await violationsOf(page), await isTooWide(page)], [[], false]);
    await page.getByLabel("Choose all on this page").check();
    await page.getByRole("button", { name: "Approve 12" }).click();
    await page.getByText("Approved: 12.").waitFor();
    await page.getByText("No change waits for your approval").waitFor();
    assert.equal((await emailsOf()).length, 12);
    assertNoFault(owner);
  },
);

test("what was refused of several is listed with its reason, and the rest is done", { skip }, async () => {
  const ids = [await proposeContact("taken"), await proposeContact("free")];
  await call("POST", "contacts", { email: "taken@example.test" });
  const owner = await atConsole(await openPage(), team, "owner");
  const { page } = owner;
  await owner.go("/approvals");
  await page.getByLabel("Choose all on this page").check();
  await page.getByRole("button", { name: "Approve 2" }).click();
  await page.getByText("Approved: 1.").waitFor();
  await page.locator(".failure").getByRole("link", { name: "Create contact taken" }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  const { body } = await call("GET", `changesets/${ids[1]}`);
  assert.equal((body as { status: string }).status, "executed");
  assertNoFault(owner);
});

test("approve and next goes through what waits, one after the other", { skip }, async () => {
  const [first, last] = [await proposeContact("one"), await proposeContact("last")];
  const owner = await atConsole(await openPage(), team, "owner");
  const { page } = owner;
  await owner.go(`/approvals/${last}`);
  await page.getByRole("button", { name: "Approve and next" }).click();
  await page.getByRole("heading", { level: 1, name: "Create contact one" }).waitFor();
  await page.waitForURL(`**/approvals/${first}`);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.locator(".pill", { hasText: "done" }).waitFor();
  assertNoFault(owner);
});

test("a proposal is edited on a phone, and approved with the values as they stand", { skip }, async () => {
  await proposeContact("draft");
  const owner = await atConsole(await openPage(), team, "owner");
  const { page } = owner;
  await page.setViewportSize(PHONE);
  await owner.go("/approvals");
  await page.getByRole("link", { name: "Create contact draft" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Approve with these values" }).click();
  await dialog(page).locator(".failure", { hasText: "Email:" }).waitFor();
  assert.deepEqual([await violationsOf(page), await isTooWide(page)], [[], false]);
  await page.getByLabel("Email").fill("final@example.test");
  await page.getByRole("button", { name: "Approve with these values" }).click();
  await page.locator(".pill", { hasText: "done" }).waitFor();
  await page.getByText(`2, edited by owner.console@${team}.test`).waitFor();
  assert.ok((await emailsOf()).includes("final@example.test"));
  assertNoFault(owner);
});

test("what a deletion takes away is shown whole", { skip }, async () => {
  const { body } = await call("POST", "contacts", { first_name: "Doomed", email: "doomed@example.test" });
  const id = await propose("DELETE", `contacts/${(body as { id: string }).id}`);
  const owner = await atConsole(await openPage(), team, "owner");
  const { page } = owner;
  await page.setViewportSize(PHONE);
  await owner.go(`/approvals/${id}`);
  for (const value of ["Doomed", "doomed@example.test"])
    await page.locator("td.before", { hasText: value }).first().waitFor();
  assert.equal(await page.locator("td.after").count(), 0);
  assert.deepEqual([await violationsOf(page), await isTooWide(page)], [[], false]);
  assertNoFault(owner);
});
