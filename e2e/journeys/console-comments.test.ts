import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fill, press } from "../src/console-acts.ts";
import { assertNoFault, atConsole, SCRIPT } from "../src/console.ts";
import { jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** The reason of a proposal and comments on it, in a real browser (trust.reason, trust.comments). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let id = "";
before(async () => {
  ({ slug: team } = await newTeam("comments"));
  await jst("config", "set", "--team", team, "trust.rest", "queue");
  const token = await mintPersonal(team, "human:member:agent");
  const headers = { "x-change-reason": encodeURIComponent(`The fair, ${SCRIPT}`) };
  const body = { first_name: "Ada", email: "ada@example.test" };
  const proposed = await send({ method: "POST", path: "/api/v1/contacts", token, headers, body });
  id = (proposed.body as { changeset_id: string }).changeset_id;
});

test("a person reads the reason, comments on a telephone and mentions a member by @", { skip }, async () => {
  const owner = await atConsole(await openPage(), team, "owner");
  const { page } = owner;
  // A member who has signed in once can be mentioned.
  const other = await atConsole(await openPage(), team, "member", "other");
  await other.page.goto("about:blank");
  await page.setViewportSize({ width: 390, height: 844 });
  await owner.go(`/approvals/${id}`);
  await page.locator("dd", { hasText: `The fair, ${SCRIPT}` }).waitFor();
  await page.getByText("Nobody has commented on this change.").waitFor();
  await page.getByRole("textbox", { name: "Comment" }).focus();
  await page.keyboard.type(`Do we know her? ${SCRIPT} @member.ot`);
  await page.getByRole("option", { name: `member.other@${team}.test` }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await keepPicture(page, "journey mention offered");
  await page.keyboard.press("Enter");
  await page.keyboard.type("or @owner");
  await page.getByRole("option", { name: `owner.console@${team}.test` }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  await page.keyboard.type(" alone, @owner.con");
  await page.getByRole("option", { name: `owner.console@${team}.test` }).click();
  await page.getByRole("button", { name: `Remove owner.console@${team}.test` }).click();
  const chosen = page.getByRole("list", { name: "Members who are notified, chosen" });
  assert.deepEqual(await chosen.getByRole("listitem").allTextContents(), [`member.other@${team}.test×`]);
  assert.deepEqual(await violationsOf(page), []);
  assert.equal(await isTooWide(page), false);
  await keepPicture(page, "journey mention chosen");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await press(page, "Keep editing");
  await press(page, "Comment");
  const comments = page.getByRole("list", { name: "Comments", exact: true });
  await comments.getByText(`Do we know her? ${SCRIPT}`).waitFor();
  await comments.getByText(`@member.other@${team}.test`, { exact: true }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  assert.equal(await isTooWide(page), false);
  assert.equal(await page.getByLabel("Comment", { exact: true }).first().inputValue(), "");
  await other.go(`/approvals/${id}`);
  await other.page.getByText("Do we know her?").waitFor();
  await fill(other.page, "Comment", "Since May.");
  await press(other.page, "Comment");
  await comments.getByText("Since May.").waitFor({ timeout: 20_000 });
  assertNoFault(owner);
  assertNoFault(other);
});

test("a viewer whom a comment mentions reads, and is offered no form", { skip }, async () => {
  const viewer = await atConsole(await openPage(), team, "viewer");
  const owner = await mintPersonal(team, "human:owner:token");
  const path = `/api/v1/changesets/${id}/comments`;
  const members = await send({ path: `/api/v1/members?q=viewer.console`, token: owner });
  const [{ id: member } = { id: "" }] = (members.body as { members: { id: string }[] }).members;
  const body = { text: "For your records.", mentions: [member] };
  assert.equal((await send({ method: "POST", path, token: owner, body })).status, 201);
  await viewer.go(`/approvals/${id}`);
  await viewer.page.getByText("For your records.").waitFor();
  assert.equal(await viewer.page.getByRole("button", { name: "Comment" }).count(), 0);
  assertNoFault(viewer);
});
