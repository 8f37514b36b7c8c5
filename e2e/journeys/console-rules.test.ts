import { keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertGoodEverywhere, assertNoFault, atConsole, SCRIPT, type AtConsole } from "../src/console.ts";
import { act, choice, fill, isTitled, press } from "../src/console-acts.ts";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** The approval rules of a team (console.rules). */
const openPage = testBrowser();
const skip = noBrowser;

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
  await page.getByRole("checkbox", { name: "invoices", exact: true }).check();
  await fill(page, "Total amount, at least", "1000.50");
  await fill(page, "Currency of the total", "EUR");
  await fill(page, "Approvals that are needed", "many");
  await press(page, "Save rule");
  assert.equal(await page.getByRole("heading", { level: 1, name: "Approval rules" }).count(), 1);
  await fill(page, "Approvals that are needed", "9");
  assert.deepEqual(await violationsOf(page), []);
  await press(page, "Save rule");
  // More than there are members who approve.
  await page.getByRole("alert").getByText("the number of active members").waitFor();
  await fill(page, "Approvals that are needed", "1");
  await press(page, "Save rule");
  await isTitled(page, SCRIPT);
  await page.getByText("in total €1,000.50 or more. Waits for an approval by owners or admins.").waitFor();
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
    .getByText("adds, changes, or deletes invoices, in total €1,000.50 or more. Is refused.")
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
  await page.getByRole("checkbox", { name: "contacts", exact: true }).check();
  await press(page, "Test on past changes");
  await page.getByText("In the last 30 days, it would have made 2 of 3 changes wait.").waitFor();
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
  const everybody = page.getByRole("checkbox", { name: "everybody", exact: true });
  await everybody.focus();
  await page.keyboard.press("Space");
  assert.equal(await page.getByRole("checkbox", { name: "a service key" }).isChecked(), true);
  await keepPicture(page, "rules form top 390");
  const others = page.getByRole("checkbox", { name: "everyone except owners" });
  await others.focus();
  await page.keyboard.press("Space");
  assert.deepEqual([await everybody.isChecked(), await others.isChecked()], [false, true]);
  await page.getByRole("checkbox", { name: "deletes", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Save rule" }).focus();
  await keepPicture(page, "rules form 390");
  await page.keyboard.press("Enter");
  await isTitled(page, "Deletions");
  await page.getByText("deletes", { exact: true }).waitFor();
  assertNoFault(owner);
});

test("a member has no such page", { skip }, async () => {
  const member = await at("member");
  await member.page.getByText("Only owners and admins can see and change approval rules.").waitFor();
  assert.equal(await member.page.getByRole("button", { name: "New rule" }).count(), 0);
  assert.equal(await member.page.getByRole("link", { name: "Approval rules" }).count(), 0);
});
