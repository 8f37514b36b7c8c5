import type { Page } from "@jst/testing/browser";

/** Texts that a page shows outside of closed folds and of code for programs. */
const VISIBLE = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: around, textContent: text } = node;
    if (around === null || around.closest("script, style, pre, .for-programs, details:not([open]) > :not(summary)")) continue;
    if (around.checkVisibility({ visibilityProperty: true })) found.push(text);
  }
  return found;
})()`;

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** Addresses of mail and the visible ends of keys, which people compare. */
const COMPARED = /\S+@\S+|\bjst_\S+/g;
/** A name of the API, such as due_date; names of tenants have none in these tests. */
const API_NAME = /\b[a-z]+(_[a-z0-9]+)+\b/;

/** Texts that a page shows and that are ids, or that have names of the API in them. */
export async function visibleCodes(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(VISIBLE);
  return texts.filter((text) => {
    const rest = text.replaceAll(COMPARED, "");
    return UUID.test(rest) || API_NAME.test(rest);
  });
}
