import assert from "node:assert/strict";
import { test } from "node:test";
import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import { checkoutsOf, invoicesOf, line, quotesOf } from "../testing/test-documents.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { documentPagesOf } from "../testing/test-document-pages.ts";

const { door, set } = await testCommerce();
const { made: invoiced, pay } = invoicesOf(door);
const { made, get } = quotesOf(door);
const { pathOf } = documentPagesOf(door);
const { made: checkoutMade, pageOf, stateOf } = checkoutsOf(door);
const openPage = testBrowser();

test("somebody accepts with the keyboard alone and without JavaScript", { skip: noBrowser }, async () => {
  const caller = inTeam();
  const quote = await made(caller);
  const page = await openPage({ javaScript: false });
  await page.goto(`${door.httpUrl}${pathOf(quote)}`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("This quote is accepted.").waitFor();
  assert.equal((await get(caller, quote.id)).body.status, "accepted");
});

test(
  "somebody buys with the keyboard alone and without JavaScript, and the browser goes on to the shop",
  { skip: noBrowser },
  async () => {
    const caller = inTeam();
    await set(caller, "commerce.test", "true");
    await set(caller, "commerce.provider", "test");
    const checkout = await checkoutMade(caller);
    const page = await openPage({ javaScript: false });
    await page.goto(`${door.httpUrl}${pageOf(checkout)}`);
    await page.keyboard.press("Tab");
    await page.keyboard.type("ada@example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    // Nothing listens at the shop: that the browser asks for it is up to the page's policy.
    const shop = page.waitForRequest(checkout.success_url);
    await page.keyboard.press("Enter");
    await shop;
    assert.deepEqual(await stateOf(caller, checkout.id), ["complete", "paid"]);
  },
);

test(
  "every page fits 320 pixels and a desk, axe finds nothing wrong, and paper shows no button",
  { skip: noBrowser },
  async () => {
    const caller = inTeam();
    const seller = {
      legal_name: "Engines & Sons Ltd",
      address: "12 Dock Road\nLiverpool L1 8JQ",
      tax_id: "GB 123 4567 89",
    };
    await set(caller, "commerce.seller", JSON.stringify(seller));
    await set(
      caller,
      "commerce.payment_instructions",
      "Transfer to IBAN GB00 JSTX 0000 1234.\nName the number.",
    );
    const line_items = [
      line(8500, { description: "Consultation, on site", quantity: 3.5, tax_rate_bps: 2000 }),
      line(1999, { description: "Engine oil", quantity: 12, discount_amount: 1234, tax_rate_bps: 550 }),
    ];
    const long = [line(2 ** 53 - 1, { description: "W".repeat(500) })];
    const open = await invoiced(caller, {
      line_items,
      memo: "Works of March",
      footer: "Registered in England.",
    });
    const paid = await invoiced(caller, { line_items });
    await pay(caller, paid.id);
    const shown = {
      invoice: open,
      "invoice-paid": paid,
      "invoice-long": await invoiced(caller, { line_items: long }),
      quote: await made(caller, { line_items, memo: "Works of April" }),
      "quote-long": await made(caller, { line_items: long }),
    };
    await set(caller, "commerce.test", "true");
    await set(caller, "commerce.provider", "test");
    const paths = {
      ...Object.fromEntries(Object.entries(shown).map(([name, document]) => [name, pathOf(document)])),
      checkout: pageOf(await checkoutMade(caller, { line_items })),
      "checkout-long": pageOf(await checkoutMade(caller, { line_items: long })),
    };
    for (const width of [320, 1_280]) {
      const page = await openPage({ width });
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(`${door.httpUrl}${path}`);
        assert.deepEqual(await violationsOf(page), [], `${name} at ${width}`);
        assert.equal(await isTooWide(page), false, `${name} at ${width}`);
        await keepPicture(page, `document ${name} ${width}`);
        await page.emulateMedia({ media: "print" });
        assert.equal(await page.locator("button:visible").count(), 0, name);
        assert.equal(await page.getByRole("heading", { level: 1 }).isVisible(), true, name);
        await keepPicture(page, `document ${name} ${width} printed`);
        await page.emulateMedia({ media: "screen" });
      }
    }
  },
);
