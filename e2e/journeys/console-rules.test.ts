import { until } from "@jst/testing";
import { keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertGoodEverywhere, assertNoFault, atConsole, SCRIPT, type AtConsole } from "../src/console.ts";
import { act, choice, fill, find, isTitled, press } from "../src/console-acts.ts";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { done } from "../src/member-api.ts";
import { signedIn } from "../src/sessions.ts";
import { teamApi } from "../src/team-api.ts";

/** The approval rules of a team (console.rules). */
const openPage = testBrowser();
const skip = noBrowser;

const TOTAL = "Total of the invoice, quote, subscription or online payment, at least";

let slug = "";
before(async () => {
  ({ slug } = await newTeam("console-rules"));
});

const at = async (role: string): Promise<AtConsole> => {
  const who = await atConsole(await openPage({ width: 390 }), slug, role);
  await who.go("/rules");
  return who;
};

test("an owner makes a rule, sees it in the list, changes and deletes it", { skip }, async () => {
  const owner = await at("owner");
  const { page } = owner;
  await page.getByText("There are no rules yet.").waitFor();
  await press(page, "New rule");
  await fill(page, "Name", SCRIPT);
  await find(page, "Kinds of data", "invoices");
  await fill(page, TOTAL, "1000.50");
  await fill(page, "Currency of the total", "EUR");
  await fill(page, "Approvals that are needed", "many");
  await press(page, "Save rule");
  assert.equal(await page.getByRole("heading", { level: 1, name: "Approval rules" }).count(), 1);
  await fill(page, "Approvals that are needed", "9");
  assert.deepEqual(await violationsOf(page), []);
  await press(page, "Save rule");
  // More than there are members who approve.
  await page.getByText("Write a whole number from 1 to 1.").waitFor();
  await page.getByText("At most 1. A rule cannot need more approvals").waitFor();
  await fill(page, "Approvals that are needed", "1");
  await press(page, "Save rule");
  await isTitled(page, SCRIPT);
  await page
    .getByText("in total €1,000.50 or more, the change waits for an approval by any owner or admin.")
    .waitFor();
  await page.getByText("€1,000.50", { exact: true }).waitFor();
  await press(page, "Edit");
  await choice(page, "What happens to a matching change").selectOption("refuse");
  await fill(page, "Name", "Large invoices");
  await fill(page, "Message to the proposer", "Ask Ada.");
  await press(page, "Save");
  await isTitled(page, "Large invoices");
  await owner.go("/rules");
  const row = page.getByRole("row").filter({ hasText: "Large invoices" });
  await row
    .getByText("adds, changes, or deletes invoices, in total €1,000.50 or more, the change is refused.")
    .waitFor();
  await row.getByText("on", { exact: true }).waitFor();
  await assertGoodEverywhere(page, "rules");
  await page.getByRole("link", { name: "Large invoices" }).click();
  await isTitled(page, "Large invoices");
  await act(page, "Delete");
  await page.getByText("There are no rules yet.").waitFor();
  assertNoFault(owner);
});

test("a rule is tried on the changes of the team before it is saved", { skip }, async () => {
  const { slug: own, token } = await newTeam("tried-rules");
  const agent = await mintPersonal(own, "human:member:agent");
  const { call } = teamApi(() => token);
  for (const email of ["ada@example.test", "grace@example.test"])
    assert.equal((await call("POST", "contacts", { email }, agent)).status, 202);
  assert.equal((await call("POST", "contacts", { email: "joan@example.test" })).status, 201);
  const owner = await atConsole(await openPage({ width: 390 }), own, "owner");
  const { page } = owner;
  await owner.go("/rules");
  await press(page, "New rule");
  await fill(page, "Name", "New contacts");
  await find(page, "Kinds of data", "contacts");
  await press(page, "Test on past changes");
  await page.getByText("In the last 30 days, it would have made 2 of 3 changes wait.").waitFor();
  const newest = page.getByRole("list", { name: "Newest changes that the rule matches" });
  await newest.getByRole("link", { name: "Create contact grace@example.test" }).waitFor();
  assert.match((await newest.getByRole("link").first().getAttribute("href")) ?? "", /\/approvals\/crm_/);
  assert.equal(await newest.getByRole("link").count(), 2);
  await assertGoodEverywhere(page, "tried rule", [1_440, 390]);
  await owner.go("/rules");
  await page.getByText("There are no rules yet.").waitFor();
  assertNoFault(owner);
});

test("a rule is made by keyboard alone", { skip }, async () => {
  const owner = await at("owner");
  const { page } = owner;
  await page.getByRole("button", { name: "New rule" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.type("Deletions");
  await choice(page, "Who changes").focus();
  await page.keyboard.type("anybody");
  await page.getByText("When anybody adds, changes, or deletes anything, the change waits").waitFor();
  assert.equal(await page.getByRole("checkbox", { name: "a service key" }).count(), 0);
  await keepPicture(page, "rules form top 390");
  await page.keyboard.press("ArrowDown");
  await page.getByText("Choose at least one.").waitFor();
  await page.getByRole("checkbox", { name: "a service key" }).focus();
  await page.keyboard.press("Space");
  await page.getByText("When a service key adds, changes, or deletes anything").waitFor();
  await page.getByRole("combobox", { name: "Find: Kinds of data" }).focus();
  await page.keyboard.type("money");
  await page.getByRole("option", { name: "quotes", exact: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("deletes invoices, the change waits").waitFor();
  await page.getByRole("checkbox", { name: "deletes", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Save rule" }).focus();
  await keepPicture(page, "rules form 390");
  await page.keyboard.press("Enter");
  await isTitled(page, "Deletions");
  await page.getByText("When a service key deletes invoices, the change waits").waitFor();
  assertNoFault(owner);
});

const rules = [
  { name: "No deletes", outcome: "refuse", when: { ops: ["delete"] }, message: "Archive it instead." },
  { name: "Contacts", outcome: "queue", when: { resources: ["contacts"] }, message: "Name the source." },
  { name: "Everything runs", outcome: "run" },
];

/** A team with three rules, and what its owner sends. */
async function ruledTeam(name: string) {
  const { slug: own } = await newTeam(name);
  const session = await signedIn(own, "owner", "console");
  for (const rule of rules) await done(session, "POST", "approval-rules", rule);
  const stored = async () => {
    const list = "approval-rules?sort=position:asc";
    const page = await done<{ approval_rules: { name: string }[] }>(session, "GET", list);
    return page.approval_rules.map((rule) => rule.name);
  };
  return { own, session, stored };
}

test(
  "rules are numbered, change their order by buttons, and one that never applies says so",
  { skip },
  async () => {
    const { own, stored } = await ruledTeam("ordered-rules");
    const owner = await atConsole(await openPage({ width: 390 }), own, "owner");
    const { page } = owner;
    await owner.go("/rules");
    await page.getByText("The first rule that matches decides. If none matches,").waitFor();
    await page.getByRole("rowheader", { name: "3. Everything runs" }).waitFor();
    assert.equal(await page.getByText("Never applies").count(), 0);
    const up = page.getByRole("button", { name: "Move Everything runs up" });
    await up.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("rowheader", { name: "2. Everything runs" }).waitFor();
    const row = page.getByRole("row").filter({ hasText: "3. Contacts" });
    await row.getByText("Never applies: rule 2 matches first").waitFor();
    // The button keeps its focus.
    await page.keyboard.press("Enter");
    await page.getByRole("rowheader", { name: "1. Everything runs" }).waitFor();
    await page.getByText("Never applies: rule 1 matches first").nth(1).waitFor();
    await page.getByText("The order is saved.").waitFor();
    const moved = ["Everything runs", "No deletes", "Contacts"];
    await until("the order is stored", 10_000, async () =>
      (await stored()).join() === moved.join() ? true : undefined,
    );
    await assertGoodEverywhere(page, "rules in their order", [1_440, 390]);
    await page.getByRole("link", { name: "No deletes" }).click();
    await page.getByText("Rule 2 of 3. The first rule that matches decides.").waitFor();
    await page.getByText("Never applies: rule 1 matches first").waitFor();
    assertNoFault(owner);
  },
);

test("a proposer reads the message of the rule in the toast and at the proposal", { skip }, async () => {
  const { own } = await ruledTeam("rules-with-messages");
  const member = await atConsole(await openPage({ width: 390 }), own, "member");
  const { page } = member;
  await member.go("/contacts");
  await press(page, "New contact");
  await fill(page, "First name", "Ada");
  await press(page, "Create contact");
  const toast = page.locator(".toast").filter({ hasText: "Your change waits for approval." });
  await toast.getByText("Name the source.").waitFor();
  await keepPicture(page, "message of a rule 390");
  await toast.getByRole("link", { name: "Show the proposal" }).click();
  const fact = page.locator("dl.facts > div").filter({ hasText: "Message of the rule" });
  await fact.getByText("Name the source.").waitFor();
  await keepPicture(page, "proposal with the message of a rule 390");
  assert.deepEqual(await violationsOf(page), []);
  assertNoFault(member);
});

test("a member has no such page", { skip }, async () => {
  const member = await at("member");
  await member.page.getByText("Only owners and admins can see and change approval rules.").waitFor();
  assert.equal(await member.page.getByRole("button", { name: "New rule" }).count(), 0);
  assert.equal(await member.page.getByRole("link", { name: "Approval rules" }).count(), 0);
});
