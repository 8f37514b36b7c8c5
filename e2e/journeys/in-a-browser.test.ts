import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/**
 * Stored content of a team, in a real browser, at our own origin: pictures are shown, and nothing that is stored runs
 * there (files.disposition, knowledge.content, knowledge.render).
 */
const openPage = testBrowser();
const skip = noBrowser;

let token = "";
before(async () => {
  ({ token } = await newTeam("browser"));
});

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** Script that would show that it ran: a dialog, and a request with what a script can read. */
const script = "fetch('/ran?' + document.cookie); alert(document.cookie)";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><image href="/leak/image"/></svg>`;
const html = `<!doctype html><body onload="${script}"><script>${script}</script><img src="/leak/image" onerror="${script}">
  <iframe srcdoc="&lt;script&gt;${script}&lt;/script&gt;"></iframe><form action="/leak/form"><button>Go</button></form>`;

/** Returns the public address of a stored file. */
async function addressOf(name: string, bytes: Buffer | string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([bytes]), name);
  const made = await send({ method: "POST", path: "/api/v1/files", token, body: form });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body as { id: string };
  const signed = await send({ path: `/api/v1/files/${id}?mode=signed`, token });
  return (signed.body as { url: string }).url;
}

/** A page of a visitor who has something to lose at our origin, and what was seen there. */
async function visit(): Promise<{ page: Page; seen: string[] }> {
  const page = await openPage();
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  // A blocked request is a request too, but it is never answered.
  page.context().on("response", (response) => {
    const { pathname, search } = new URL(response.url());
    if (/^\/(?:ran|leak)/.test(pathname)) seen.push(pathname + search);
  });
  const { base_url: url } = fleet();
  await page.context().addCookies([{ name: "session", value: "secret", url }]);
  return { page, seen };
}

/** A page of our origin that holds this; nothing but the markup is ours. */
async function hosted(page: Page, body: string): Promise<void> {
  const place = `${fleet().base_url}/hosting`;
  await page.route(place, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html>${body}` }),
  );
  await page.goto(place, { waitUntil: "load" });
}

/** Nothing ran so far: what may run now, on the same page, is the first that is seen. */
async function assertUntouched({ page, seen }: Awaited<ReturnType<typeof visit>>): Promise<void> {
  await hosted(page, `<script>${script}</script>`);
  await until("a script ran that may", 10_000, () => (seen.length > 1 ? true : undefined));
  assert.deepEqual(seen.sort(), ["/ran?session=secret", "dialog session=secret"]);
}

test("a picture is shown by its signed address, and in a page of ours", { skip }, async () => {
  const { page } = await visit();
  const address = await addressOf("dot.png", picture);
  const response = await page.goto(address);
  assert.deepEqual([response?.status(), response?.headers()["content-type"]], [200, "image/png"]);
  assert.equal(await page.evaluate("document.images[0].naturalWidth"), 1);
  await hosted(page, `<img src="${address}">`);
  assert.equal(await page.evaluate("document.images[0].naturalWidth"), 1);
});

for (const [kind, content] of [
  ["svg", svg],
  ["html", html],
] as const)
  test(`an ${kind} file is saved, and its scripts run nowhere at our origin`, { skip }, async () => {
    const visitor = await visit();
    const { page } = visitor;
    const address = await addressOf(`evil.${kind}`, content);
    const download = page.waitForEvent("download");
    await assert.rejects(page.goto(address), /Download is starting/);
    assert.equal((await download).suggestedFilename(), `evil.${kind}`);
    assert.equal(page.url(), "about:blank");
    const tags = [
      `<img src="${address}">`,
      `<object data="${address}"></object>`,
      `<embed src="${address}">`,
    ];
    await hosted(
      page,
      `${tags.join("")}<script src="${address}"></script><iframe src="${address}"></iframe>`,
    );
    await assertUntouched(visitor);
  });

for (const [kind, content] of [
  ["html", html],
  ["image", svg],
  ["diagram", svg],
  ["markdown", html],
  ["other", html],
] as const)
  test(
    `the content of a ${kind} artifact is shown without its scripts, outside our origin`,
    { skip },
    async () => {
      const body = { title: "Evil", kind, content };
      const made = await send({ method: "POST", path: "/api/v1/artifacts", token, body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const visitor = await visit();
      const { page } = visitor;
      await page.setExtraHTTPHeaders({ authorization: `Bearer ${token}` });
      const path = `/api/v1/artifacts/${(made.body as { id: string }).id}/content`;
      const response = await page
        .goto(`${fleet().base_url}${path}`, { waitUntil: "load" })
        .catch((error: unknown) => {
          assert.match(String(error), /Download is starting/);
        });
      if (response) assert.equal(response.headers()["x-content-type-options"], "nosniff");
      await page.setExtraHTTPHeaders({});
      await assertUntouched(visitor);
    },
  );

test("the body of an article runs nothing in a page of ours", { skip }, async () => {
  const body = [
    html,
    svg,
    `[a](javascript:alert(1)) ![b](/leak/x.png"onerror="${script})`,
    `<a href="javascript:${script}" onclick="${script}">Go</a>`,
  ].join("\n\n");
  const made = await send({ method: "POST", path: "/api/v1/articles", token, body: { title: "Evil", body } });
  const { id } = made.body as { id: string };
  const read = await send({ path: `/api/v1/articles/${id}?render=html`, token });
  const { html: rendered } = read.body as { html: string };
  const visitor = await visit();
  await hosted(visitor.page, rendered);
  for (const link of await visitor.page.locator("a").all()) await link.click({ force: true });
  await assertUntouched(visitor);
});
