import assert from "node:assert/strict";
import { test } from "node:test";
import { isTooWide, noBrowser, testBrowser, violationsOf } from "./index.ts";

const openPage = testBrowser();
const whole = (body: string) =>
  `<!doctype html><html lang="en"><title>Test</title><main><h1>Test</h1>${body}</main>`;

test(
  "a page without fault has no violation, and one without a label has one",
  { skip: noBrowser },
  async () => {
    const page = await openPage();
    await page.setContent(whole('<label>Name <input name="name"></label>'));
    assert.deepEqual(await violationsOf(page), []);
    await page.setContent(whole('<input name="name">'));
    assert.deepEqual(await violationsOf(page), ['label: <input name="name">']);
  },
);

test("what is wider than a telephone is found", { skip: noBrowser }, async () => {
  const page = await openPage({ width: 320 });
  await page.setContent(whole("<p>Narrow</p>"));
  assert.equal(await isTooWide(page), false);
  await page.setContent(whole('<div style="width: 400px">Wide</div>'));
  assert.equal(await isTooWide(page), true);
});

test("a page without JavaScript runs none", { skip: noBrowser }, async () => {
  const script = "<script>document.title = 'ran'</script>";
  const [on, off] = [await openPage(), await openPage({ javaScript: false })];
  for (const page of [on, off]) await page.setContent(whole(script));
  assert.deepEqual([await on.title(), await off.title()], ["ran", "Test"]);
});
