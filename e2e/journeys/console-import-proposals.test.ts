import { rowsXml, workbookOf } from "@jst/tabular/testing";
import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { dialog, press } from "../src/console-acts.ts";
import { button, countingAt, stateIs } from "../src/console-imports.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { done } from "../src/member-api.ts";
import { signedIn } from "../src/sessions.ts";
import { teamApi } from "../src/team-api.ts";

/** Runs of imports that wait for approval (console.import-proposals). */
const openPage = testBrowser();
const skip = noBrowser;
const WIDTHS = [1_280, 390];

let token = "";
let owner: AtConsole;
let member: AtConsole;
before(async () => {
  if (skip !== false) return;
  let team = "";
  ({ slug: team, token } = await newTeam("console-import-proposals"));
  owner = await atConsole(await openPage(), team, "owner");
  member = await atConsole(await openPage(), team, "member");
  await jst("config", "set", "--team", team, "trust.console", "queue");
  const columns = [{ name: "size", display_name: "Size", type: "number" }];
  await call("POST", "data/tables", { name: "sizes", display_name: "Sizes", columns });
});
const { call } = teamApi(() => token);

/** Makes an import that the member checks. */
async function checkedByMember(body: object): Promise<string> {
  const made = await call("POST", "data/imports", body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body as { id: string };
  await member.go(`/imports/${id}`);
  await member.page.locator(".goal").first().waitFor();
  await press(member.page, "Check");
  await button(member.page, /^Import \d+ rows?$/).waitFor();
  return id;
}

const inPage = (page: Page, name: string) => page.locator("#page").getByRole("link", { name, exact: true });

/** Follows the link to the proposal; returns its address. */
async function toProposal(page: Page, summary: string): Promise<string> {
  await inPage(page, "Show the proposal").click();
  await page.getByRole("heading", { name: summary, level: 1 }).waitFor();
  return new URL(page.url()).pathname.replace("/console", "");
}

/** Body of an import into the table of sizes: so many numbers, and further cells. */
const sizes = (count: number, ...others: readonly string[]) => ({
  source: { text: ["Size", ...Array.from({ length: count }, (_, n) => `${n}`), ...others].join("\n") },
  target: { kind: "table", table_id: "sizes" },
});

test(
  "a proposal shows the numbers and the faults of its import, which nobody changes while it waits",
  { skip },
  async () => {
    const id = await checkedByMember({ ...sizes(5, "big", "wide"), name: "sizes.csv" });
    const { page } = member;
    await press(page, "Import 5 rows");
    await dialog(page).getByRole("button", { name: "Leave out and import" }).click();
    await page.getByText("This import waits for approval.").waitFor();
    assert.equal(await button(page, "Delete").count(), 0);
    assert.equal(await page.getByRole("combobox", { name: "Size goes to" }).count(), 0);
    await assertGoodEverywhere(page, "imports waiting run", WIDTHS);
    const at = await toProposal(page, "Import sizes.csv into Sizes");
    await owner.go("/");
    const waiting = owner.page.getByRole("region", { name: "Waiting for approval" });
    await waiting.getByRole("link", { name: "Import sizes.csv into Sizes" }).waitFor();
    await owner.page.getByRole("link", { name: "Approvals, 1" }).click();
    const listed = owner.page.getByRole("list", { name: "Changes", exact: true });
    await listed.getByRole("link", { name: "Import sizes.csv into Sizes" }).waitFor();
    await assertGoodEverywhere(owner.page, "approvals import", WIDTHS);
    await owner.go(at);
    const shown = owner.page.getByRole("region", { name: "Import", exact: true });
    await shown.getByText("5 new rows, 2 rows rejected").waitFor();
    await shown.getByText("Below are all 5 rows.").waitFor();
    await shown.getByText("Line 7: Size: “big”").waitFor();
    assert.equal(await owner.page.getByText("Changes 1 to").count(), 0);
    await assertGoodEverywhere(owner.page, "imports proposal", WIDTHS);
    await shown.getByRole("link", { name: "Show the import" }).click();
    await stateIs(owner.page, "Checked");
    await toProposal(owner.page, "Import sizes.csv into Sizes");
    await member.go(`/imports/${id}`);
    await press(page, "Withdraw");
    await dialog(page).getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("The last proposal of this import:").waitFor();
    await button(page, "Delete").waitFor();
    await button(page, "Import 5 rows").waitFor();
    assertNoFault(member);
    assertNoFault(owner);
  },
);

test("an import of a member runs once it is approved, and leads back to its proposal", { skip }, async () => {
  const source = { text: "name\nAda\n" };
  const target = { kind: "new_table", display_name: "People" };
  const id = await checkedByMember({ source, target, name: "People" });
  const { page } = member;
  await press(page, "Import 1 row");
  await page.getByText("This import waits for approval.").waitFor();
  assert.equal((await call("GET", "data/tables/people")).status, 404);
  const at = await toProposal(page, "Import People into People");
  await owner.go(at);
  await owner.page.getByText("Below is the new table. 1 row is added to it").waitFor();
  await press(owner.page, "Approve");
  await owner.page.getByText("Done", { exact: true }).first().waitFor();
  await member.go(`/imports/${id}`);
  await stateIs(page, "Done");
  await page.getByText("1 row was imported.").waitFor();
  assert.equal((await call("GET", "data/tables/people")).status, 200);
  await inPage(page, "Show the change").click();
  await page.getByRole("heading", { name: "Import People into People", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Show the import" }).waitFor();
  assertNoFault(member);
  assertNoFault(owner);
});

test("a proposal of many rows shows the first 200 of them, and how many there are", { skip }, async () => {
  await checkedByMember({ ...sizes(230), name: "many.csv" });
  await press(member.page, "Import 230 rows");
  await owner.go(await toProposal(member.page, "Import many.csv into Sizes"));
  const { page } = owner;
  await page.getByText("Below are 200 of 230 rows. The decision is about all of them.").waitFor();
  const rows = page.getByRole("region", { name: "Adds 200 rows", exact: true }).locator("tbody tr");
  await rows.last().waitFor();
  assert.deepEqual([await rows.count(), await rows.last().innerText()], [200, "200\t199"]);
  assert.equal(await page.locator("section.operation").count(), 1);
  assert.equal(await page.getByText("Changes 1 to").count(), 0);
  assert.equal(await button(page, "Next").count(), 0);
  assertNoFault(owner);
});

test(
  "a workbook of a member whose writes wait is imported once it is approved, and undone (imports.uploads)",
  { skip },
  async () => {
    const { page, go } = member;
    const rows = Array.from({ length: 20 }, (_, n) => [`Person ${n}`, n]);
    const content = workbookOf({ sheets: [{ name: "Staff", data: rowsXml([["Name", "Age"], ...rows]) }] });
    await go("/tables");
    await press(page, "Import");
    await countingAt(page).choose("Staff.xlsx", content);
    await page.getByRole("heading", { name: "Staff.xlsx", level: 1 }).waitFor();
    await press(page, "Check");
    await press(page, "Import 20 rows");
    await page.getByText("This import waits for approval.").waitFor();
    assert.equal((await call("GET", "data/tables/staff")).status, 404);
    await owner.go(await toProposal(page, "Import Staff.xlsx into Staff"));
    await press(owner.page, "Approve");
    await owner.page.getByText("Done", { exact: true }).first().waitFor();
    const stored = await call("GET", "data/tables/staff/rows?count=exact");
    assert.equal((stored.body as { total: number }).total, 20);
    assert.deepEqual(((await call("GET", "files")).body as { files: unknown[] }).files, []);
    await inPage(owner.page, "Show the import").click();
    await stateIs(owner.page, "Done");
    await press(owner.page, "Undo: Staff.xlsx");
    await owner.page.getByText("The import was undone").waitFor();
    assert.equal((await call("GET", "data/tables/staff")).status, 404);
    assertNoFault(member);
    assertNoFault(owner);
  },
);

test("pasted rows of a member whose writes wait begin an import at once", { skip }, async () => {
  const { page, go } = member;
  await go("/tables");
  await press(page, "Import");
  await page.getByLabel("Or paste rows").fill("Size\tStage\n1\tnew\n2\tnew\n3\told\n4\told\n");
  await press(page, "Continue");
  await page.getByRole("heading", { name: "Pasted rows", level: 1 }).waitFor();
  await press(page, "Check");
  await button(page, "Import 4 rows").waitFor();
  assertNoFault(member);
});

test(
  "a run of a member waits under an approval rule of the team, and its approval imports the rows",
  { skip },
  async () => {
    const { slug, token: own } = await newTeam("console-import-rules");
    const as = teamApi(() => own);
    const rule = { name: "Members ask", outcome: "queue", when: { actor_types: ["member"] } };
    await done(await signedIn(slug, "owner", "console"), "POST", "approval-rules", rule);
    const columns = [{ name: "size", display_name: "Size", type: "number" }];
    await as.call("POST", "data/tables", { name: "sizes", display_name: "Sizes", columns });
    const made = await as.call("POST", "data/imports", { ...sizes(5), name: "sizes.csv" });
    const [asker, decider] = [
      await atConsole(await openPage(), slug, "member"),
      await atConsole(await openPage(), slug, "owner"),
    ];
    const { page } = asker;
    await asker.go(`/imports/${(made.body as { id: string }).id}`);
    await page.locator(".goal").first().waitFor();
    await press(page, "Check");
    await press(page, "Import 5 rows");
    await page.getByText("This import waits for approval.").waitFor();
    await decider.go(await toProposal(page, "Import sizes.csv into Sizes"));
    await decider.page.getByText("Members ask").first().waitFor();
    await press(decider.page, "Approve");
    await decider.page.getByText("Done", { exact: true }).first().waitFor();
    await inPage(decider.page, "Show the import").click();
    await stateIs(decider.page, "Done");
    await decider.page.getByText("5 rows were imported.").waitFor();
    assertNoFault(asker);
    assertNoFault(decider);
  },
);
