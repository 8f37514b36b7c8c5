import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertNoFault, atConsole } from "../src/console.ts";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { sendAs } from "../src/member-api.ts";
import { signedIn } from "../src/sessions.ts";
import { teamApi } from "../src/team-api.ts";

/** A proposal over lists, and one whose data has changed since, in a real browser (console.decisions, trust.stale). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
let agent = "";
before(async () => {
  ({ slug: team, token } = await newTeam("console-stale"));
  agent = await mintPersonal(team, "human:member:agent");
});
const { call } = teamApi(() => token);

test("lists show what they lose and gain, and a conflict is said before the decision", { skip }, async () => {
  const made = await call("POST", "contacts", { first_name: "Ada", tags: ["vip", "old, lead"] });
  const contact = `contacts/${(made.body as { id: string }).id}`;
  const proposed = await call("PATCH", contact, { tags: ["vip", "new"] }, agent);
  assert.equal(proposed.status, 202);
  const { changeset_id: id } = proposed.body as { changeset_id: string };
  const owner = await atConsole(await openPage(), team, "owner");
  const { page } = owner;
  await page.setViewportSize({ width: 390, height: 844 });
  await owner.go(`/approvals/${id}`);
  const [was, is] = [page.locator("td.before .pills"), page.locator("td.after .pills")];
  assert.deepEqual(await was.getByRole("listitem").allTextContents(), ["vip", "old, lead"]);
  assert.deepEqual(await was.locator(".differs").allTextContents(), ["old, lead"]);
  assert.deepEqual(await is.locator(".differs").allTextContents(), ["new"]);
  await page.getByRole("button", { name: "Edit" }).click();
  assert.equal(await page.getByLabel("Tags").inputValue(), "vip\nnew");
  assert.deepEqual(await violationsOf(page), []);
  await page.getByRole("button", { name: "Close" }).click();
  assert.equal(await page.getByText("It cannot be approved").count(), 0);
  assert.equal((await call("PATCH", contact, { last_name: "Lovelace" })).status, 200);
  await page.getByText("It cannot be approved: reject it").waitFor({ timeout: 20_000 });
  assert.equal(await page.getByRole("button", { name: /^(Approve|Edit)/ }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Reject" }).count(), 1);
  const record = await page.getByRole("link", { name: "Open the record" }).getAttribute("href");
  assert.ok(record?.endsWith(contact));
  // One press shows who has changed the data since.
  await page.getByText("History of changes").click();
  await page.locator("ins").getByText("Lovelace", { exact: true }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  assert.equal(await isTooWide(page), false);
  await keepPicture(page, "journey stale proposal");
  await owner.go("/approvals");
  await page.getByText("Its data has changed since").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await keepPicture(page, "journey stale proposals");
  const decider = await signedIn(team, "owner", "console");
  const refused = await sendAs(decider, "POST", `changesets/${id}/approve`, {});
  assert.equal(refused.status, 409, JSON.stringify(refused.body));
  await owner.go(`/approvals/${id}`);
  await page.getByText("so it was not applied. Ask for a new proposal").waitFor();
  await page.getByRole("link", { name: "Open the record" }).waitFor();
  assert.equal(await page.locator(".page-head").getByRole("button").count(), 0);
  assertNoFault(owner);
});
