import { keepPicture, noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { dialog, press } from "../src/console-acts.ts";
import { gridCell } from "../src/console-grid.ts";
import { assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Rows of a member whose writes wait for approval, in a real browser (console.grid-proposals). */
const openPage = testBrowser();
const skip = noBrowser;

interface Proposal {
  id: string;
  operations: { op: string; after: { data: Record<string, unknown> } }[];
}

let team = "";
let token = "";
let member: AtConsole;
const { call, listed } = teamApi(() => token);

before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-proposed-rows"));
  await jst("config", "set", "--team", team, "trust.console", "queue");
  const columns = ["name", "town", "note"].map((name) => ({ name, type: "text" }));
  await call("POST", "data/tables", { name: "firms", display_name: "Firms", columns });
  await call("POST", "data/tables/firms/rows", { data: { name: "Acme", town: "Bonn", note: "old" } });
  member = await atConsole(await openPage(), team, "member");
});

const waiting = () => listed<Proposal>("changesets?status=queued", "changesets");
const rows = () => listed<{ data: Record<string, unknown> }>("data/tables/firms/rows", "rows");
const place = (page: Page, at: string, state = "") =>
  page.locator(`[data-at="${at}"]${state === "" ? "" : `[data-state="${state}"]`}`);

/** Waits until exactly these proposals wait; each is named by the cells that it writes. */
async function areWaiting(wanted: readonly Record<string, unknown>[]): Promise<void> {
  const cells = async () =>
    (await waiting()).flatMap(({ operations }) => operations.map(({ after }) => filled(after.data)));
  const areThese = async () => (isDeepStrictEqual(await cells(), wanted) ? true : undefined);
  await until("these proposals wait", 10_000, areThese).catch(async () =>
    assert.deepEqual(await cells(), wanted),
  );
}

const filled = (data: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(data).filter(([, cell]) => cell !== null));

test("a new row whose cells are typed with Tab is one proposal once the row is left", { skip }, async () => {
  const { page, go } = member;
  await go("/tables/firms");
  await place(page, "1:0").click();
  for (const cell of ["Bolt", "Ulm", "first"]) {
    await page.keyboard.type(cell);
    await page.keyboard.press("Tab");
  }
  await areWaiting([{ name: "Bolt", town: "Ulm", note: "first" }]);
  for (const at of ["1:0", "1:1", "1:2"]) await place(page, at, "waiting").waitFor();
  // From now on the page knows that writes wait.
  await place(page, "2:0").click();
  await page.keyboard.type("Cray");
  await page.keyboard.press("Tab");
  await place(page, "2:0", "unsent").waitFor();
  await page.getByText("are sent for approval a few seconds after you leave the row").waitFor();
  await keepPicture(page, "row that is not sent");
  await page.keyboard.type("Köln");
  await page.keyboard.press("Tab");
  assert.equal((await waiting()).length, 1, "nothing is sent while the cursor is in the row");
  await page.getByRole("heading", { name: "Firms" }).click();
  await areWaiting([
    { name: "Cray", town: "Köln" },
    { name: "Bolt", town: "Ulm", note: "first" },
  ]);
  for (const text of ["Bolt", "Ulm", "first", "Cray", "Köln"]) await gridCell(page, text).waitFor();
  assertNoFault(member);
});

test("a second edit of a cell that waits replaces its proposal", { skip }, async () => {
  const { page } = member;
  const write = async (at: string, text: string) => {
    await place(page, at).dblclick();
    await page.getByRole("textbox", { name: "note" }).fill(text);
    await page.keyboard.press("Enter");
    await place(page, at, "waiting").filter({ hasText: text }).waitFor();
  };
  await write("0:2", "new");
  await write("0:2", "newer");
  await until("one proposal has the last text", 20_000, async () => {
    const notes = (await waiting()).flatMap(({ operations }) =>
      operations.filter(({ op }) => op === "update").map(({ after }) => after.data["note"]),
    );
    return notes.join() === "newer" ? true : undefined;
  });
  const withdrawn = await listed<Proposal>("changesets?status=withdrawn", "changesets");
  assert.ok(withdrawn.some(({ operations: [one] }) => one?.after.data["note"] === "new"));
  assertNoFault(member);
});

test(
  "cells and new rows that wait are shown after a reload, and stored ones once they are approved",
  { skip },
  async () => {
    const { page } = member;
    await page.reload();
    for (const text of ["newer", "Bolt", "Köln"]) await gridCell(page, text).waitFor();
    await place(page, "0:2", "waiting").waitFor();
    await keepPicture(page, "rows that wait after a reload");
    const row = page.getByRole("row").filter({ hasText: "Bolt" });
    await row.locator("[data-at]").nth(2).dblclick();
    await page.getByRole("textbox", { name: "note" }).fill("second");
    await page.keyboard.press("Enter");
    await until("the creation has the new cell", 20_000, async () => {
      const notes = (await waiting()).map(({ operations: [one] }) => one?.after.data["note"]);
      return notes.includes("second") && !notes.includes("first") ? true : undefined;
    });
    const owner = await atConsole(await openPage(), team, "owner");
    for (const { id } of await waiting()) {
      await owner.go(`/approvals/${id}`);
      await press(owner.page, "Approve");
      await owner.page.getByRole("button", { name: "Approve", exact: true }).waitFor({ state: "detached" });
    }
    await page.locator('[role="grid"]:not(:has([data-state="waiting"]))').waitFor();
    await gridCell(page, "second").waitFor();
    const stored = (await rows()).map(({ data }) => [data["name"], data["town"], data["note"]].join(" "));
    assert.deepEqual(stored.toSorted(), ["Acme Bonn newer", "Bolt Ulm second", "Cray Köln "]);
    assertNoFault(member);
  },
);

test(
  "cells of several rows that are written in a burst are one proposal, which Ctrl+Z withdraws",
  { skip },
  async () => {
    const { page } = member;
    await place(page, "0:1").click();
    for (const town of ["Berlin", "Hamm"]) {
      await page.keyboard.type(town);
      await page.keyboard.press("Enter");
    }
    await place(page, "1:1", "unsent").waitFor();
    await areWaiting([
      { name: "Acme", town: "Berlin", note: "newer" },
      { name: "Bolt", town: "Hamm", note: "second" },
    ]);
    await place(page, "1:1", "waiting").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("The proposal was withdrawn.").waitFor();
    await page.getByText("Your change waits for approval").waitFor({ state: "detached" });
    await areWaiting([]);
    for (const town of ["Bonn", "Ulm"]) await gridCell(page, town).waitFor();
    await place(page, "0:1").click();
    await page.keyboard.type("Kiel");
    await page.keyboard.press("Tab");
    await place(page, "0:1", "unsent").waitFor();
    await page.keyboard.press("Control+z");
    await gridCell(page, "Bonn").waitFor();
    await page.getByRole("heading", { name: "Firms" }).click();
    assert.deepEqual(await waiting(), []);
    assertNoFault(member);
  },
);

test("edits that are not sent yet are proposed when the page is reloaded", { skip }, async () => {
  const { page } = member;
  await place(page, "0:1").click();
  await page.keyboard.type("Jena");
  await page.keyboard.press("Tab");
  await place(page, "0:1", "unsent").waitFor();
  await page.reload();
  await areWaiting([{ name: "Acme", town: "Jena", note: "newer" }]);
  await place(page, "0:1", "waiting").filter({ hasText: "Jena" }).waitFor();
  assertNoFault(member);
});

test("a row that lacks a required cell asks before the page is left", { skip }, async () => {
  await call("POST", "data/tables", {
    name: "strict",
    display_name: "Strict",
    columns: [
      { name: "name", type: "text" },
      { name: "code", type: "text", required: true },
    ],
  });
  const { page, go } = member;
  await go("/tables/strict");
  await place(page, "0:0").click();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Tab");
  await page.getByText("The new row is saved once you fill in code.").waitFor();
  await page.getByRole("link", { name: "Contacts" }).click();
  await dialog(page).getByRole("button", { name: "Keep editing" }).click();
  await gridCell(page, "Ada").waitFor();
  await page.getByRole("link", { name: "Contacts" }).click();
  await dialog(page).getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Contacts" }).waitFor();
  assertNoFault(member);
});
