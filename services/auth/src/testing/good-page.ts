import { isTooWide, keepPicture, violationsOf, type Page } from "@jst/testing/browser";
import type { Role } from "@jst/caller";
import assert from "node:assert/strict";

/** Roles that open the pages, with the width of their window in pixels. */
export const WINDOWS = [
  ["owner", 1_280],
  ["member", 390],
  ["viewer", 320],
] as const satisfies [Role, number][];

/** Asserts that everybody can use the page and that it is as wide as its window; stores a picture of it. */
export async function assertGood(page: Page, name: string): Promise<void> {
  await keepPicture(page, name);
  assert.deepEqual(await violationsOf(page), []);
  assert.equal(await isTooWide(page), false);
}
