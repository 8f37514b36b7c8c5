import assert from "node:assert/strict";
import { test } from "node:test";
import { fileWithoutPageSecrets, SECRET_PAGES, withoutPageSecrets } from "./page-secrets.ts";
import { newSecret } from "./secrets.ts";

const { secret } = newSecret();

test("each address of a page that ends in a secret loses it, wherever it stands in a text", () => {
  for (const kind of SECRET_PAGES) {
    const long = `${secret}${secret}`.slice(0, 86);
    for (const [one, hidden] of [
      [`https://x.test/p/${kind}/${secret}`, `https://x.test/p/${kind}/***`],
      [`/p/${kind}/${long}.`, `/p/${kind}/***.`],
      [`<a href="http://x/p/${kind}/${secret}/cancel?a=1">`, `<a href="http://x/p/${kind}/***/cancel?a=1">`],
      [`https://l.test/?u=https%3A%2F%2Fx%2Fp%2F${kind}%2F${secret}&z`, undefined],
      [`https%3a%2f%2fx%2fp%2f${kind}%2f${secret}`, undefined],
    ] as const) {
      const shown = withoutPageSecrets(`Hello ${one} and ${one}\n`);
      assert.ok(!shown.includes(secret.slice(0, 20)), shown);
      if (hidden !== undefined) assert.equal(shown, `Hello ${hidden} and ${hidden}\n`);
    }
  }
});

test("an address is found however its slashes, letters and segments are written", () => {
  const slashes = [
    "&#x2F;",
    "&#x002f;",
    "&#47;",
    "&#047;",
    "&sol;",
    "%2F",
    "%252f",
    "%25252F",
    "//",
    "/./",
    "/x/../",
  ];
  for (const slash of slashes) {
    const path = ["http:", "", "x.test", "p", "quotes", ""].join(slash);
    assert.equal(withoutPageSecrets(`a ${path}${secret} b`), `a ${path}*** b`, path);
  }
  for (const path of ["/%70/quotes/", "/p/quote%73/", "/p/&#113;uotes/", "/P/QUOTES/", "\\p\\quotes/"])
    assert.equal(withoutPageSecrets(`${path}${secret}`), `${path}***`, path);
});

test("addresses without a secret stay as they are", () => {
  const text = `/p/forms/acme/${"a".repeat(60)} /p/book/acme/intro /p/sign-in?team=acme /p/bookings/ /api/v1/p/x ${secret}`;
  assert.equal(withoutPageSecrets(text), text);
});

test("an address is found in a calendar wherever its lines break", () => {
  const whole = `BEGIN:VEVENT\r\nURL:https://x.test/p/bookings/${secret}\r\nEND:VEVENT\r\n`;
  for (let at = 20; at < whole.indexOf("\r\nEND"); at += 1) {
    const content = `${whole.slice(0, at)}\r\n ${whole.slice(at)}`;
    const shown = fileWithoutPageSecrets({ content, content_type: "text/calendar; method=REQUEST" });
    assert.equal(shown, "BEGIN:VEVENT\r\nURL:https://x.test/p/bookings/***\r\nEND:VEVENT\r\n");
  }
  const plain = "SUMMARY:a\r\n b\r\n";
  assert.equal(fileWithoutPageSecrets({ content: plain, content_type: "text/calendar" }), plain);
});
