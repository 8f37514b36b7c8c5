import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { press } from "../src/console-acts.ts";
import { filtered, lists, teamWithDeals } from "../src/console-deals.ts";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";

/** Lists that people download as files, in a real browser (console.download). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithDeals>>;
before(async () => {
  if (skip !== false) return;
  team = await teamWithDeals("console-download", await openPage());
});

/** Downloads the file that the popover describes. */
async function downloaded(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Download file")]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test(
  "the rows that a page lists are a CSV file in two clicks, with the shown columns",
  { skip },
  async () => {
    const { page, go } = team.owner;
    await go(filtered({ field: "status", op: "eq", value: "new" }));
    await lists(page, "Anchor", "Crane");
    await press(page, "Download");
    const { name, bytes } = await downloaded(page);
    assert.match(name, /^deals-\d{4}-\d{2}-\d{2}\.csv$/);
    const [head, ...lines] = bytes.toString("utf8").replace("\ufeff", "").trimEnd().split("\r\n");
    assert.equal(head, "ID,Title,Status,Price,Due,Done,Owner,Firm");
    assert.deepEqual(
      lines.map((line) => line.split(",").slice(1, 4).join()),
      ["Anchor,New,1299.50", "Crane,New,7.00"],
    );
    assertNoFault(team.owner);
  },
);

test("contacts are a workbook on a phone, and an empty list offers no file", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/contacts");
  await press(page, "Download");
  await page.getByRole("combobox", { name: "File" }).selectOption("xlsx");
  await assertGoodEverywhere(page, "download", [1_440, 390]);
  const { name, bytes } = await downloaded(page);
  assert.match(name, /^contacts-.*\.xlsx$/);
  assert.equal(bytes.subarray(0, 2).toString(), "PK");
  await go("/quotes");
  await page.getByText("There are no quotes yet.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Download" }).count(), 0);
  assertNoFault(team.owner);
});
