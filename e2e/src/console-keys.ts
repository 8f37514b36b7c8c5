import type { Locator, Page } from "@jst/testing/browser";
import assert from "node:assert/strict";

const TABS_MAX = 100;
const FOCUSED =
  "document.activeElement === document.body ? 'nothing' : document.activeElement?.outerHTML ?? ''";
/** Script that checks whether the browser draws a line around the focused element. */
const OUTLINED = `(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return outlineStyle !== "none" && outlineWidth !== "0px";
})()`;

const isFocused = async (page: Page, wanted: Locator) =>
  (await wanted.and(page.locator(":focus")).count()) === 1;

/** Moves focus to an element by the Tab key, and presses Enter; focus is visible all the way. */
export async function enter(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press("Enter");
}

/** Moves focus to an element by the Tab key; focus is visible all the way. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor();
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<string>(FOCUSED);
    if (focused !== "nothing") assert.ok(await page.evaluate<boolean>(OUTLINED), `is seen: ${focused}`);
    if (await isFocused(page, wanted)) return;
  }
  assert.fail(`Tab does not come to ${String(wanted)}`);
}

/** Waits until something has focus after the pressed element is gone. */
export async function keepsFocus(page: Page): Promise<void> {
  await page.locator(":focus").waitFor();
}
