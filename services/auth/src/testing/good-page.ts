import { isTooWide, violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";

/** A page that everybody can use, as wide as its window; PICTURES names a folder for a picture of it. */
export async function assertGood(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  assert.deepEqual(await violationsOf(page), []);
  assert.equal(await isTooWide(page), false);
}
