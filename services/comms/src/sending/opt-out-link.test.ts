import assert from "node:assert/strict";
import { test } from "node:test";
import { withOptOut } from "./email-headers.ts";

const url = "https://x.test/p/unsubscribe/abc";
const link = `<p><a href="${url}">Unsubscribe</a></p>`;

test("a body ends with the address of opting out, in HTML as a link within its body", () => {
  const of = (text: string | null, html: string | null) => withOptOut({ text, html }, url);
  assert.deepEqual(of("News.", null), { text: `News.\n\nUnsubscribe: ${url}\n`, html: null });
  for (const [html, wanted] of [
    ["<p>News.</p>", `<p>News.</p>${link}`],
    ["<html><BODY>News.</BODY ></html>\n", `<html><BODY>News.${link}</BODY ></html>\n`],
    ["<html>News.</html>", `<html>News.${link}</html>`],
    ["<pre>&lt;/body&gt; </bodyguard></pre>", `<pre>&lt;/body&gt; </bodyguard></pre>${link}`],
    ["</body></body>", `</body>${link}</body>`],
  ] as const)
    assert.deepEqual(of(null, html), { text: null, html: wanted });
});

test("where the mark stands the address stands, and the part has no second one", () => {
  const text = "Leave at %unsubscribe_url%, or %unsubscribe_url%.";
  assert.deepEqual(withOptOut({ text, html: `<a href="%unsubscribe_url%">Leave</a>` }, url), {
    text: `Leave at ${url}, or ${url}.`,
    html: `<a href="${url}">Leave</a>`,
  });
});

test("a message that offers no opting out is as it was", () => {
  const body = { text: "At %unsubscribe_url%", html: "<p></p>" };
  assert.deepEqual(withOptOut(body, null), body);
});
