import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { act, dialog, fill, press } from "../src/console-acts.ts";
import { assertGoodEverywhere, assertNoFault, atConsole } from "../src/console.ts";
import { jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Lists, notices and Home about proposals to rows, in a real browser (console.decisions). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
let agent = "";
const { call, listed } = teamApi(() => token);

before(async () => {
  ({ slug: team, token } = await newTeam("glance"));
  agent = await mintPersonal(team, "human:member:agent");
  await call("POST", "data/tables", { name: "menu", display_name: "Menu" });
  const options = { currency: "EUR" };
  const choices = { options: [{ value: "hot", label: "Served hot" }, { value: "cold" }] };
  for (const column of [
    { name: "dish", display_name: "Dish", type: "text" },
    { name: "price", display_name: "Price", type: "currency", options },
    { name: "kind", display_name: "Kind", type: "select", options: choices },
    { name: "note", display_name: "Note", type: "long_text" },
  ])
    assert.equal(
      (await call("POST", "data/tables/menu/columns", column)).status,
      201,
      JSON.stringify(column),
    );
});

const newRow = async (data: object): Promise<{ id: string; version: number }> => {
  const { status, body } = await call("POST", "data/tables/menu/rows", { data });
  assert.equal(status, 201, JSON.stringify(body));
  return body as { id: string; version: number };
};
async function propose(method: string, path: string, body?: object): Promise<string> {
  const reply = await call(method, `data/tables/menu/rows${path}`, body, agent);
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return (reply.body as { changeset_id: string }).changeset_id;
}
const rejectAll = async (ids: readonly string[]): Promise<void> => {
  const items = ids.map((id) => ({ id }));
  const { api } = await ownerApi();
  assert.equal((await api("POST", "changesets:decide", { decision: "reject", items })).status, 200);
};
const ownerApi = async () => {
  const owner = await mintPersonal(team, "human:owner:decider");
  return { api: teamApi(() => owner).call };
};

test("each proposal of the list says what changes, with values as people read them", { skip }, async () => {
  const tea = await newRow({ dish: "Tea", price: 1000 });
  const soup = await newRow({ dish: "Soup of the day", price: 450, kind: "hot" });
  const note =
    "Served in a large pot with milk, sugar and a slice of lemon, until the kitchen closes for the night";
  const ids = [
    await propose("PATCH", `/${tea.id}`, { data: { price: 1200, note } }),
    await propose("POST", "", { data: { dish: "Cake", price: 300, kind: "cold" } }),
    await propose("DELETE", `/${soup.id}`),
  ];
  const owner = await atConsole(await openPage(), team, "owner");
  const { page } = owner;
  await owner.go("/approvals");
  const card = (summary: string) =>
    page
      .getByRole("list", { name: "Changes", exact: true })
      .getByRole("listitem")
      .filter({ hasText: summary });
  await card("Update row Tea of Menu")
    .getByText(/Price: €10\.00\s*€12\.00 · Note: Served in/)
    .waitFor();
  await card("Create row Cake of Menu").getByText("Dish: Cake · Price: €3.00").waitFor();
  await card("Delete row Soup of the day of Menu").getByText("Kind: Served hot").waitFor();
  await assertGoodEverywhere(page, "journey glance", [1_440, 390]);
  await page.setViewportSize({ width: 1_440, height: 800 });
  await owner.go(`/approvals/${ids[2]}`);
  await page.locator("td.before", { hasText: "Served hot" }).waitFor();
  await rejectAll(ids);
  assertNoFault(owner);
});

test(
  "new rows that are approved at once stand in the order in which they were proposed",
  { skip },
  async () => {
    const names = ["first", "second", "third", "fourth"];
    for (const dish of names) await propose("POST", "", { data: { dish } });
    const owner = await atConsole(await openPage(), team, "owner");
    const { page } = owner;
    await owner.go("/approvals");
    await page.getByLabel("Choose all on this page").check();
    await press(page, "Approve 4");
    await page.getByText("Approved: 4.").waitFor();
    const rows = await listed<{ data: { dish: string } }>(
      "data/tables/menu/rows?limit=100&sort=created_at:asc",
      "rows",
    );
    assert.deepEqual(
      rows.map(({ data }) => data.dish).filter((dish) => names.includes(dish)),
      names,
    );
    await press(page, "Undo: 4 approved changes");
    await until("the rows are gone", 20_000, async () => {
      const left = await listed<{ data: { dish: string } }>("data/tables/menu/rows?limit=100", "rows");
      return left.some(({ data }) => names.includes(data.dish)) ? undefined : true;
    });
    await page.getByRole("button", { name: "Undo: 4 approved changes" }).waitFor({ state: "detached" });
    // A deletion is named before several are approved.
    const doomed = await newRow({ dish: "Doomed" });
    const deletion = await propose("DELETE", `/${doomed.id}`);
    await page.reload();
    await page.getByLabel("Choose all on this page").check();
    await press(page, "Approve 1");
    await dialog(page).getByText("1 of them deletes data.").waitFor();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await rejectAll([deletion]);
    assertNoFault(owner);
  },
);

test(
  "of several, a conflict is told in words, with the fields that changed and a link",
  { skip },
  async () => {
    const pie = await newRow({ dish: "Pie", price: 100 });
    await propose("PATCH", `/${pie.id}`, { data: { price: 200 } });
    const late = await propose("PATCH", `/${pie.id}`, { data: { price: 300 } });
    const owner = await atConsole(await openPage(), team, "owner");
    const { page } = owner;
    await owner.go("/approvals");
    await page.getByLabel("Choose all on this page").check();
    await press(page, "Approve 2");
    const told = page.locator(".failure");
    await told.getByText("1 was not approved:").waitFor();
    await told.getByText("Somebody changed the same data after this was proposed").waitFor();
    await told
      .getByText("Ask for a new proposal that uses the current data. Changed since: Price.")
      .waitFor();
    await keepPicture(page, "journey glance conflict");
    assert.deepEqual([await violationsOf(page), await isTooWide(page)], [[], false]);
    await told.getByRole("link", { name: "Update row Pie of Menu" }).click();
    await page.waitForURL(`**/approvals/${late}`);
    await page.locator(".pill", { hasText: "Not applied: the data changed" }).waitFor();
    assertNoFault(owner);
  },
);

test("notices name the row, and the proposer hears that it was approved with changes", { skip }, async () => {
  const proposer = await atConsole(await openPage({ width: 390 }), team, "member", "agent");
  const owner = await atConsole(await openPage(), team, "owner");
  const { page } = owner;
  await propose("POST", "", { data: { dish: "Scone", price: 200 } });
  await owner.go("/notifications");
  const list = page.getByRole("list", { name: "Notifications" });
  await list.getByRole("link", { name: "Needs your approval: Create row Scone of Menu" }).click();
  await press(page, "Edit");
  await fill(page, "Price", "2.50");
  await press(page, "Approve with these values");
  await page.locator(".pill", { hasText: "Done" }).waitFor();
  await proposer.go("/notifications");
  const told = proposer.page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
  const first = told.filter({ hasText: "Approved with changes: Create row Scone of Menu" });
  await first.getByText(/By owner\.console@/).waitFor();
  await assertGoodEverywhere(proposer.page, "journey glance notices", [1_440, 390]);
  for (const one of [owner, proposer]) assertNoFault(one);
});

test("Home shows that an undo waits in place of another Undo, with a link to it", { skip }, async () => {
  await jst("config", "set", "--team", team, "trust.console", "queue");
  const owner = await atConsole(await openPage(), team, "owner");
  const member = await atConsole(await openPage(), team, "member", "waits");
  const { page } = member;
  await member.go("/contacts");
  await press(page, "New contact");
  await fill(page, "First name", "Fay");
  await press(page, "Create contact");
  await page.getByText("Your change waits for approval").waitFor();
  await owner.go("/approvals");
  await owner.page.getByRole("link", { name: "Create contact Fay" }).click();
  await press(owner.page, "Approve");
  await owner.page.locator(".pill", { hasText: "Done" }).waitFor();
  await member.go("/");
  const lately = page.getByRole("region", { name: "Recent changes" });
  await lately.getByRole("button", { name: "Undo: Create contact Fay" }).click();
  await lately.getByRole("link", { name: "Undo waits for approval" }).waitFor();
  await until("no other undo is offered", 10_000, async () =>
    (await lately.getByRole("button", { name: "Undo: Create contact Fay" }).count()) === 0 ? true : undefined,
  );
  await keepPicture(page, "journey glance undo waits");
  await lately.getByRole("link", { name: "Create contact Fay" }).click();
  await page.locator(".page-head").getByRole("link", { name: "Undo waits for approval" }).click();
  await page.locator(".pill", { hasText: "Waiting for approval" }).waitFor();
  await act(page, "Withdraw");
  await page.locator(".pill", { hasText: "Withdrawn" }).waitFor();
  assertNoFault(member);
});
