import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { fleet, jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { linkOf } from "../src/sessions.ts";

/**
 * A member who is signed in with a real browser reaches the API from pages of our own host. A page of any other origin
 * reaches nothing, though the browser sends the cookie with its requests (sessions.api).
 */
const openPage = testBrowser();
const skip = noBrowser;

let slug = "";
let token = "";
before(async () => {
  ({ slug, token } = await newTeam("console"));
});

/** Pages of somebody else: on the machine of ours at another port, which is the same site, and under another name. */
const elsewhere = createServer((_request, response) => {
  response.setHeader("content-type", "text/html").end("<!doctype html><title>Elsewhere</title><body>");
});
before(() => new Promise<void>((done) => elsewhere.listen(0, "127.0.0.1", done)));
after(() => {
  elsewhere.closeAllConnections();
  elsewhere.close();
});
const portOf = () => (elsewhere.address() as AddressInfo).port;

/** A browser in which an owner of the team has signed in by the button of a link. */
async function signedInBrowser(): Promise<Page> {
  const page = await openPage();
  const { url } = await linkOf(slug, "owner", "browser");
  await page.goto(`${url}?return_to=/p/account`);
  await page.getByRole("button", { name: /^Sign in/ }).click();
  await page.waitForURL("**/p/account");
  return page;
}

/** A page of our own host that holds nothing. */
async function openOwn(page: Page): Promise<void> {
  const place = `${fleet().base_url}/console/of-the-test`;
  await page.route(place, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><body>" }),
  );
  await page.goto(place);
}

/** Requests an address from a script on the page: the status and the body, or that the browser blocked it. */
function ask(page: Page, url: string, init: object = {}): Promise<{ status: number; text: string }> {
  const made = `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)})
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }), () => ({ status: 0, text: "" }))`;
  return page.evaluate<{ status: number; text: string }>(made);
}

const console = { headers: { "x-requested-with": "console", "content-type": "application/json" } };
const contact = (first_name: string) => ({
  ...console,
  method: "POST",
  body: JSON.stringify({ first_name }),
});

async function namesOf(): Promise<string[]> {
  const { body } = await send({ path: "/api/v1/contacts?limit=200", token });
  return (body as { contacts: { first_name: string }[] }).contacts.map(({ first_name }) => first_name);
}

test(
  "a page of our host reads and writes as its member, with the header of the console alone",
  { skip },
  async () => {
    const page = await signedInBrowser();
    await openOwn(page);
    const who = await ask(page, "/api/v1/session", console);
    assert.equal(who.status, 200, who.text);
    assert.equal((JSON.parse(who.text) as { member: { role: string } }).member.role, "owner");
    assert.equal((await ask(page, "/api/v1/session")).status, 401);
    assert.equal((await ask(page, "/api/v1/contacts", contact("Own"))).status, 201);
    assert.ok((await namesOf()).includes("Own"));
    assert.equal(await page.evaluate("document.cookie"), "");
  },
);

/** All by which a page of another origin can have the browser ask of us, with the cookie where browsers send it. */
const forged = (base: string) => `(async () => {
  const tried = (what) => what.then((answer) => answer.type + answer.status, () => "kept");
  const url = ${JSON.stringify(base)} + "/api/v1/contacts";
  const json = JSON.stringify({ first_name: "Forged" });
  const own = { "x-requested-with": "console" };
  const outcomes = [
    await tried(fetch(url, { credentials: "include" })),
    await tried(fetch(url, { credentials: "include", mode: "no-cors" })),
    await tried(fetch(url, { credentials: "include", headers: own })),
    await tried(fetch(url, { credentials: "include", headers: { ...own, "sec-fetch-site": "same-origin" } })),
    await tried(fetch(url, { method: "POST", credentials: "include", mode: "no-cors", body: json })),
    await tried(fetch(url, { method: "POST", credentials: "include", headers: { ...own, "content-type": "application/json" }, body: json })),
    String(navigator.sendBeacon(url, json)),
  ];
  for (const tag of ["img", "script", "iframe"]) {
    const one = document.createElement(tag);
    const over = new Promise((done) => { one.onload = done; one.onerror = done; });
    one.src = url;
    document.body.append(one);
    await over;
  }
  return outcomes;
})()`;

/** A form whose text is JSON, sent on top: browsers send a cookie of the kind Lax with it where it is a GET. */
const forgedForm = (base: string, method: string) => `<!doctype html>
  <form method="${method}" enctype="text/plain" action="${base}/api/v1/contacts">
  <input name='{"first_name":"Forged","x":"' value='"}'></form>`;

for (const name of ["127.0.0.1", "localhost"]) {
  test(`a page at another port of ${name} reads nothing and writes nothing`, { skip }, async () => {
    const page = await signedInBrowser();
    const base = fleet().base_url;
    const letIn: string[] = [];
    page.context().on("response", (response) => {
      if (response.url().startsWith(`${base}/api/`) && response.status() < 400) letIn.push(response.url());
    });
    await page.goto(`http://${name}:${portOf()}/`);
    const outcomes = await page.evaluate<string[]>(forged(base));
    assert.deepEqual(
      outcomes.filter((one) => /^(?:basic|cors)/.test(one)),
      [],
    );
    for (const method of ["get", "post"]) {
      await page.goto(`http://${name}:${portOf()}/`);
      const sent = page.waitForResponse((response) => response.url().startsWith(`${base}/api/v1/contacts`));
      await page.setContent(forgedForm(base, method));
      await page.evaluate("document.forms[0].submit()");
      assert.equal((await sent).status(), 401);
      await page.waitForURL((url) => url.href.startsWith(`${base}/api/v1/contacts`));
    }
    assert.deepEqual(letIn, []);
    assert.ok(!(await namesOf()).includes("Forged"));
    await openOwn(page);
    assert.equal((await ask(page, "/api/v1/session", console)).status, 200, "its member is still signed in");
  });
}

test("who is removed is out of the page at once", { skip }, async () => {
  const page = await signedInBrowser();
  await openOwn(page);
  assert.equal((await ask(page, "/api/v1/session", console)).status, 200);
  await jst("member", "remove", "--team", slug, "--email", `owner.browser@${slug}.test`);
  await until("the session is refused", 20_000, async () => {
    const { status } = await ask(page, "/api/v1/session", console);
    return status === 401 ? true : undefined;
  });
});
