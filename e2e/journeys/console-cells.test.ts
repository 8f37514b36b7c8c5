import { noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { press } from "../src/console-acts.ts";
import { areSaved, find, gridCell, openTable, teamWithFirms, upload } from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault, SCRIPT } from "../src/console.ts";

/** Cells of the grid that name rows and files, in a real browser (console.grid). */
const openPage = testBrowser();
const skip = noBrowser;

/** Where a double click edits a cell instead of opening the link in it. */
const BESIDE_LINK = { position: { x: 2, y: 2 } };

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-cells", await openPage());
});

test(
  "rows of another table are chosen by what they are called, several or one, by keyboard alone",
  { skip },
  async () => {
    const columns = [
      { name: "one", ...(await team.firm("one")) },
      { name: "several", ...(await team.firm("many")) },
    ];
    const { page, cell, stored } = await openTable(team, "relations", columns);
    await cell(1).click();
    await page.keyboard.press("Enter");
    await find(team.owner, "one", "Acm", "Acme");
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Save" }).focus();
    await page.keyboard.press("Enter");
    await cell(1).getByText("Acme", { exact: true }).waitFor();
    await cell(1).and(page.locator(":focus")).waitFor();
    await cell(2).dblclick(BESIDE_LINK);
    await find(team.owner, "several", "Bol", "Bolt");
    await find(team.owner, "several", "script", SCRIPT);
    await press(page, "Save");
    await cell(2).getByText(SCRIPT, { exact: true }).waitFor();
    assert.deepEqual(await stored(), {
      one: await team.idOf("Acme"),
      several: [await team.idOf("Bolt"), await team.idOf(SCRIPT)],
    });
    await cell(2).dblclick(BESIDE_LINK);
    await assertGoodEverywhere(page, "relation cell");
    await page.getByRole("button", { name: "Remove Bolt" }).click();
    await press(page, "Save");
    await cell(2).getByText("Bolt", { exact: true }).waitFor({ state: "detached" });
    await cell(1).dblclick(BESIDE_LINK);
    await page.getByRole("button", { name: "Remove Acme" }).click();
    await press(page, "Save");
    await cell(1).getByText("Acme", { exact: true }).waitFor({ state: "detached" });
    assert.deepEqual(await stored(), { one: null, several: [await team.idOf(SCRIPT)] });
    assertNoFault(team.owner);
  },
);

test(
  "a link cell takes what is typed at once, by Enter or on the selected cell, and its link opens the row",
  { skip },
  async () => {
    const columns = [{ name: "firm", ...(await team.firm("one")) }];
    const { page, cell, stored } = await openTable(team, "typed", columns);
    const field = page.getByRole("combobox", { name: "Find: firm" });
    const choose = async (text: string, name: string) => {
      await page.getByRole("option", { name, exact: true }).waitFor();
      assert.equal(await field.inputValue(), text);
      for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
      await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
      await press(page, "Save");
      await cell(1).getByRole("link", { name, exact: true }).waitFor();
      await cell(1).and(page.locator(":focus")).waitFor();
    };
    await cell(1).click();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Acm");
    await choose("Acm", "Acme");
    await page.keyboard.type("Bol");
    await choose("Bol", "Bolt");
    const bolt = await team.idOf("Bolt");
    assert.deepEqual(await stored(), { firm: bolt });
    await cell(1).getByRole("link", { name: "Bolt" }).click();
    await page.waitForURL((address) => address.searchParams.get("open") === bolt);
    await page.getByRole("heading", { level: 1, name: "Firms" }).waitFor();
    assertNoFault(team.owner);
  },
);

test(
  "a file that the team has is chosen, others are uploaded in the cell, one is taken away",
  { skip },
  async () => {
    const plan = await upload(team, "plan of 2026.txt");
    const columns = [
      { name: "one", type: "file" },
      { name: "several", type: "file", options: { multiple: true } },
    ];
    const { page, cell, stored } = await openTable(team, "papers", columns);
    await cell(1).dblclick(BESIDE_LINK);
    await find(team.owner, "one", "plan of", "plan of 2026.txt");
    await press(page, "Save");
    await cell(1).getByRole("link", { name: "plan of 2026.txt" }).waitFor();
    await cell(2).dblclick(BESIDE_LINK);
    const text = { mimeType: "text/plain", buffer: Buffer.from("Kept") };
    await page.getByLabel("Or upload files").setInputFiles([
      { name: "one.txt", ...text },
      { name: `${SCRIPT}.txt`, ...text },
    ]);
    await page.getByRole("button", { name: "Remove one.txt" }).waitFor();
    await assertGoodEverywhere(page, "file cell");
    await press(page, "Save");
    await cell(2).getByRole("link").nth(1).waitFor();
    const { one, several } = (await stored()) as { one: string; several: string[] };
    assert.equal(one, plan);
    assert.equal(several.length, 2);
    await cell(1).dblclick(BESIDE_LINK);
    await page.getByLabel("Or upload a file").setInputFiles({ name: "newer.txt", ...text });
    await page.getByRole("button", { name: "Remove newer.txt" }).waitFor();
    await press(page, "Save");
    await cell(1).getByRole("link", { name: "newer.txt" }).waitFor();
    await cell(2).dblclick(BESIDE_LINK);
    await page.getByRole("button", { name: "Remove one.txt" }).click();
    await press(page, "Save");
    await cell(2).getByRole("link", { name: "one.txt" }).waitFor({ state: "detached" });
    assert.deepEqual((await stored())["several"], several.slice(1));
    assertNoFault(team.owner);
  },
);

test(
  "a cell and a new row are not written while a file uploads; its field keeps focus and can be used again",
  { skip },
  async () => {
    const { page, cell, stored } = await openTable(team, "uploads", [{ name: "paper", type: "file" }]);
    const field = page.getByLabel("Or upload a file");
    const slowly = async (name: string, save: string) => {
      const done = Promise.withResolvers<undefined>();
      await page.route("**/api/v1/files", async (route) => {
        await done.promise;
        await route.continue();
      });
      await field.focus();
      await field.setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from("Kept") });
      await page.getByText("Uploading …").waitFor();
      await field.and(page.locator(":focus")).waitFor();
      assert.equal(await field.inputValue(), "");
      await press(page, save);
      done.resolve(undefined);
      await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
      await page.unroute("**/api/v1/files");
      await press(page, save);
      await page.getByRole("grid").getByRole("link", { name }).waitFor();
    };
    await cell(1).dblclick();
    await slowly("slow.txt", "Save");
    assert.match(String((await stored())["paper"]), /^[0-9a-f-]{36}$/);
    await press(page, "New row");
    await slowly("slower.txt", "Create row");
    assert.equal((await team.rows("uploads")).length, 2);
    assertNoFault(team.owner);
  },
);

test(
  "who was chosen is called by name once names are read, and members are found without asking again",
  { skip },
  async () => {
    const { page, cell } = await openTable(team, "people", [{ name: "who", type: "user" }]);
    const member = `owner.console@${team.slug}.test`;
    await cell(1).dblclick();
    await find(team.owner, "who", "owner", member);
    await press(page, "Save");
    await cell(1).getByText(member).waitFor();
    await areSaved(page);
    const read = Promise.withResolvers<undefined>();
    await page.route("**/api/v1/actors?*", async (route) => {
      await read.promise;
      await route.continue();
    });
    await team.owner.go("/tables/people");
    await cell(1).dblclick();
    await page.getByRole("button", { name: /^Remove [0-9a-f-]{36}$/ }).waitFor();
    read.resolve(undefined);
    await page.getByRole("button", { name: `Remove ${member}` }).click();
    await page.unroute("**/api/v1/actors?*");
    await page.getByRole("combobox", { name: "Find: who" }).fill("no");
    await page.getByText("Nothing found.").waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole("combobox", { name: "Find: who" }).focus();
    await page.keyboard.type("nobody");
    await page.getByText("Nothing found.").waitFor();
    assert.ok(!asked.includes("/api/v1/members"), "the members were read once more");
    assertNoFault(team.owner);
  },
);

test(
  "what was changed since a cell was opened is not written over, and the page says so",
  { skip },
  async () => {
    const columns = [
      { name: "one", ...(await team.firm("one")) },
      { name: "note", type: "text" },
    ];
    const { page, cell, stored } = await openTable(team, "conflicts", columns);
    await cell(1).dblclick();
    await find(team.owner, "one", "Acm", "Acme");
    const [row] = await team.rows("conflicts");
    const [acme, bolt] = [await team.idOf("Acme"), await team.idOf("Bolt")];
    const patched = await team.call("PATCH", `data/tables/conflicts/rows/${row?.id}`, {
      data: { one: bolt, note: "theirs" },
    });
    assert.equal(patched.status, 200);
    // The page has read the change, and the cell is over what it was when it was opened.
    await until("the page reads again", 20_000, async () => {
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
      return (await gridCell(page, "theirs").count()) > 0 ? true : undefined;
    });
    await press(page, "Save");
    const alert = page.getByRole("alert");
    await alert.getByText("version_conflict").waitFor({ state: "attached" });
    await alert.getByText(/^(?!Someone else).* changed one of theirs: it is now “Bolt”\.$/).waitFor();
    await alert.getByText(/^“Acme” was not saved in one of /).waitFor();
    assert.notEqual(acme, bolt);
    assert.deepEqual(await stored(), { one: bolt, note: "theirs" });
    assertNoFault(team.owner);
  },
);
