import { until } from "@jst/testing";
import { noBrowser, testBrowser, type Page, type Route } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { press } from "../src/console-acts.ts";
import { areSaved, openTable, teamWithFirms, writeInPanel } from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";
import { loseAnswer } from "../src/lossy.ts";

/** Cells of one row that are written faster than the network, in a real browser (console.grid). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-turns", await openPage());
});

const COLUMNS = [
  { name: "email", type: "email" },
  { name: "note", type: "text" },
  { name: "count", type: "number" },
];

/** Opens a table whose rows get each write only after what is done before it, and are not listed meanwhile. */
async function openSlow(name: string, beforeWrite: (n: number) => Promise<unknown>) {
  const { page, cell } = await openTable(team, name, COLUMNS);
  await cell(1).waitFor();
  const sent: string[] = [];
  const free = Promise.withResolvers<undefined>();
  await page.route("**/api/v1/data/tables/*/rows**", async (route) => {
    const request = route.request();
    if (request.method() === "PATCH") await beforeWrite(sent.push(request.postData() ?? ""));
    else if (new URL(request.url()).pathname.endsWith("/rows")) await free.promise;
    await route.continue();
  });
  const write = async (n: number, text: string) => {
    await cell(n).dblclick();
    await cell(n)
      .getByLabel(COLUMNS[n - 1]?.name ?? "")
      .fill(text);
    await page.keyboard.press("Enter");
  };
  const row = async () => (await team.rows(name))[0];
  return { page, cell, sent, write, row, showRows: () => free.resolve(undefined) };
}

const alerts = (page: Page) => page.getByRole("alert");

test(
  "cells of one row that are written before the first is answered are all written, and in turn",
  { skip },
  async () => {
    const entered = Promise.withResolvers<undefined>();
    const { page, cell, sent, write, row, showRows } = await openSlow("fast", (n) =>
      n === 1 ? entered.promise : Promise.resolve(),
    );
    await write(1, "ada@example.test");
    await write(2, "kept");
    await write(3, "8");
    await until("the first is sent", 20_000, () => sent.length > 0 || undefined);
    assert.equal(sent.length, 1, "the others wait for their turn");
    const last = page.waitForResponse((answer) => answer.request().postData()?.includes("count") === true);
    entered.resolve(undefined);
    assert.equal((await last).status(), 200);
    assert.equal(sent.length, 3);
    showRows();
    await cell(3).getByText("8").waitFor();
    assert.equal(await alerts(page).count(), 0);
    const { data, version } = (await row()) ?? {};
    assert.deepEqual(data, { email: "ada@example.test", note: "kept", count: 8 });
    assert.equal(version, 4);
    assertNoFault(team.owner);
  },
);

test(
  "what somebody else has written between two writes of a row is not written over, and the page says so",
  { skip },
  async () => {
    const entered = Promise.withResolvers<undefined>();
    const theirs = async () => {
      const path = `data/tables/between/rows/${(await team.rows("between"))[0]?.id}`;
      assert.equal((await team.call("PATCH", path, { data: { note: "theirs" } })).status, 200);
    };
    const { page, cell, write, row, showRows } = await openSlow("between", (n) =>
      n === 1 ? entered.promise : theirs(),
    );
    await write(1, "ada@example.test");
    await write(2, "ours");
    entered.resolve(undefined);
    await alerts(page).getByText("version_conflict").waitFor({ state: "attached" });
    showRows();
    await cell(2).getByText("theirs").waitFor();
    assert.deepEqual((await row())?.data, { email: "ada@example.test", note: "theirs", count: null });
    assertNoFault(team.owner);
  },
);

test(
  "a cell is written although somebody else has written another cell of its row meanwhile (console.grid)",
  { skip },
  async () => {
    const theirs = async () => {
      const path = `data/tables/beside/rows/${(await team.rows("beside"))[0]?.id}`;
      assert.equal((await team.call("PATCH", path, { data: { note: "theirs" } })).status, 200);
    };
    const { page, sent, write, row, showRows } = await openSlow("beside", (n) =>
      n === 1 ? theirs() : Promise.resolve(),
    );
    await write(1, "ada@example.test");
    await until("the cell is written", 20_000, async () =>
      (await row())?.data["email"] === "ada@example.test" ? true : undefined,
    );
    showRows();
    await areSaved(page);
    assert.deepEqual((await row())?.data, { email: "ada@example.test", note: "theirs", count: null });
    assert.equal(sent.length, 2);
    assert.equal(await alerts(page).count(), 0);
    assertNoFault(team.owner);
  },
);

test(
  "a cell that is refused is told, and keeps neither the next one nor the panel of its row from being written",
  { skip },
  async () => {
    const entered = Promise.withResolvers<undefined>();
    const { page, cell, write, row, showRows } = await openSlow("refused", (n) =>
      n === 1 ? entered.promise : Promise.resolve(),
    );
    await write(1, "nobody");
    await write(2, "kept");
    await press(page, "Open row 1");
    await writeInPanel(page, "count", "9");
    entered.resolve(undefined);
    showRows();
    await cell(3).getByText("9").waitFor();
    await alerts(page).getByText("validation_failed").waitFor({ state: "attached" });
    await until("the cell of the panel is written", 10_000, async () =>
      (await row())?.data["count"] === 9 ? true : undefined,
    );
    assert.deepEqual((await row())?.data, { email: null, note: "kept", count: 9 });
    assertNoFault(team.owner);
  },
);

/** The page sends a write so often before it takes it for lost. */
const SENT = 4;

/** Loses so many writes as the page sends before it looks for what they did; the one after them gets through. */
function losing(lose: (route: Route) => Promise<unknown>) {
  let sent = 0;
  return async (route: Route) => ((sent += 1) > SENT ? route.continue() : lose(route));
}

/** Opens a table whose writes of `note` become what the test says, and whose rows are not listed meanwhile. */
async function openLosing(name: string, ofNote: (route: Route) => Promise<unknown>, note = "text") {
  const columns = COLUMNS.map((column) => (column.name === "note" ? { ...column, type: note } : column));
  const { page, cell } = await openTable(team, name, columns);
  await cell(1).waitFor();
  const free = Promise.withResolvers<undefined>();
  await page.route("**/api/v1/data/tables/*/rows?**", async (route) => {
    await free.promise;
    await route.continue();
  });
  await page.route("**/api/v1/data/tables/*/rows/*", async (route) => {
    const request = route.request();
    const isLost = request.method() === "PATCH" && request.postData()?.includes("note") === true;
    await (isLost ? ofNote(route) : route.continue());
  });
  const write = async (n: number, text: string) => {
    await cell(n).dblclick();
    await cell(n).getByRole("textbox").or(cell(n).getByRole("spinbutton")).fill(text);
    await page.keyboard.press("Enter");
  };
  const row = async () => (await team.rows(name))[0];
  return { page, cell, write, row, showRows: () => free.resolve(undefined) };
}

test(
  "a cell whose answers got lost is known to be done, also where it is stored otherwise, and the next is written over it",
  { skip },
  async () => {
    const { page, cell, write, row, showRows } = await openLosing("lost", losing(loseAnswer), "phone");
    await write(2, "+44 20 7946 0018");
    const next = page.waitForResponse((answer) => answer.request().postData()?.includes("count") === true);
    await write(3, "8");
    assert.equal((await next).status(), 200);
    showRows();
    await cell(3).getByText("8").waitFor();
    assert.equal(await alerts(page).count(), 0);
    const { data, version } = (await row()) ?? {};
    assert.deepEqual(data, { email: null, note: "+442079460018", count: 8 });
    assert.equal(version, 3);
    await page.unrouteAll();
    assertNoFault(team.owner);
  },
);

test(
  "a cell that got lost on its way is offered below the grid to be tried again, also after the next one was written",
  { skip },
  async () => {
    const { page, cell, write, row, showRows } = await openLosing("away", (route) => route.abort());
    const place = await cell(1).boundingBox();
    await write(2, "kept");
    await alerts(page).getByText("“kept” was not saved in note of row 1, which is unchanged.").waitFor();
    assert.deepEqual(await cell(1).boundingBox(), place, "no row moves");
    assert.ok(((await alerts(page).boundingBox())?.y ?? 0) >= (place?.y ?? 0) + (place?.height ?? 0));
    showRows();
    await write(3, "8");
    await cell(3).getByText("8").waitFor();
    await assertGoodEverywhere(page, "cell without an answer");
    await page.unrouteAll();
    await press(page, "Try again");
    await cell(2).getByText("kept").waitFor();
    await areSaved(page);
    await until("the offer is gone", 20_000, async () =>
      (await alerts(page).count()) === 0 ? true : undefined,
    );
    assert.deepEqual((await row())?.data, { email: null, note: "kept", count: 8 });
    assertNoFault(team.owner);
  },
);

test(
  "a cell that somebody else has written while no answer came is told, and not written over",
  { skip },
  async () => {
    const theirs = async (route: Route) => {
      const path = `data/tables/theirs/rows/${(await row())?.id}`;
      assert.equal((await team.call("PATCH", path, { data: { note: "theirs" } })).status, 200);
      await route.abort();
    };
    const { page, cell, write, row, showRows } = await openLosing("theirs", losing(theirs));
    await write(2, "ours");
    await alerts(page).getByText("“ours” was not saved in note of theirs: someone else").waitFor();
    showRows();
    await cell(2).getByText("theirs").waitFor();
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
    await page.unrouteAll();
    assertNoFault(team.owner);
  },
);

test(
  "a lost cell is no longer offered once the panel of its row has written it, or a person has dismissed it",
  { skip },
  async () => {
    const { page, cell, write, row, showRows } = await openLosing("formed", (route) => route.abort());
    await write(2, "older");
    await alerts(page).getByText("“older” was not saved").waitFor();
    showRows();
    await page.unrouteAll({ behavior: "wait" });
    await press(page, "Open row 1");
    await writeInPanel(page, "note", "newer");
    await cell(2).getByText("newer").waitFor();
    await alerts(page).waitFor({ state: "detached" });
    await until("the cell of the panel is written", 10_000, async () =>
      (await row())?.data["note"] === "newer" ? true : undefined,
    );
    await page.keyboard.press("Escape");
    await write(1, "nobody");
    await alerts(page).getByText("“nobody” was not saved in email of newer.").waitFor();
    await press(page, "Dismiss");
    await alerts(page).waitFor({ state: "detached" });
    assertNoFault(team.owner);
  },
);

test(
  "a cell that is written without a network is told, and written once it is tried again",
  { skip },
  async () => {
    const { page, cell } = await openTable(team, "offline", COLUMNS);
    await cell(2).dblclick();
    await cell(2).getByRole("textbox").fill("kept");
    await page.context().setOffline(true);
    await page.keyboard.press("Enter");
    await alerts(page).getByText("“kept” may or may not be saved in note of row 1").waitFor();
    await page.context().setOffline(false);
    await press(page, "Try again");
    await cell(2).getByText("kept").waitFor();
    assert.equal(await alerts(page).count(), 0);
    // The cell shows the text before it is written.
    await until("the cell is written", 10_000, async () =>
      (await team.rows("offline"))[0]?.data["note"] === "kept" ? true : undefined,
    );
    assert.equal((await team.rows("offline"))[0]?.version, 2);
    assertNoFault(team.owner);
  },
);
