import { AppError } from "@jst/errors";
import { createLogger } from "@jst/telemetry";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { colorOf, DEFAULT_COLOR, contrastToWhite, pictureOf } from "./brand.ts";
import {
  derivedSecret,
  factsHtml,
  formHtml,
  html,
  newSecret,
  pagesApp,
  picksHtml,
  secretHash,
  type PageHandler,
} from "./index.ts";

const SCRIPT = "document.title = '<ran>';";
const shown: PageHandler = ({ query }) =>
  Promise.resolve({
    title: "Shown",
    content: html`<p>${query.get("text")}</p>`,
    ...(query.has("script") ? { script: SCRIPT } : {}),
    ...(query.has("lead") ? { formsLeadOn: query.getAll("lead").filter((address) => address !== "") } : {}),
  });
let fails: Error | undefined;
const sent: PageHandler = async ({ form }) => {
  if (fails !== undefined) throw fails;
  const values = Object.fromEntries([...(await form())].map(([name, all]) => [name, all.join("|")]));
  return { title: "Sent", content: html`${JSON.stringify(values)}` };
};
const lenient: PageHandler = ({ path }) =>
  path["name"] === "there"
    ? Promise.resolve({ title: "Done", content: html`<p>Done</p>` })
    : Promise.reject(new AppError("not_found", "Nothing."));
const signedOut: PageHandler = () => Promise.resolve({ location: "/p/sign-in" });
const route = {
  rpc: "test.v1.Pages/Show",
  handler: "shown",
  path: "/p/test/:name",
  resource: "",
  module: "",
} as const;
const app = pagesApp({
  routes: [
    { ...route, verb: "get", access: "public" },
    { ...route, handler: "sent", verb: "post", access: "public" },
    { ...route, handler: "signedOut", path: "/p/test/sign-out/:name", verb: "post", access: "public" },
    { ...route, handler: "lenient", path: "/p/test/lenient/:name", verb: "post", access: "public" },
  ],
  handlers: { shown, sent, signedOut, lenient },
  countsAbsentOf: ["lenient"],
  readsNoBodyOf: ["lenient"],
  verifyCaller: () => Promise.reject(new Error("No page has a caller.")),
  baseUrl: "",
  logger: createLogger("test", "error"),
});
const server = createServer(app);
let url = "";
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/p/test/`;
});
after(() => server.close());

let pages = 0;
const post = (body: string, { name = `page-${pages++}`, ...headers }: Record<string, string> = {}) =>
  fetch(url + name, {
    method: "POST",
    body,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });

test("a derived secret is the same for a name each time, another for another name or key, and found by its hash", () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const { secret, hash } = derivedSecret(key, "a");
  assert.deepEqual(derivedSecret(key, "a"), { secret, hash });
  assert.deepEqual(secretHash(secret), hash);
  for (const one of [derivedSecret(key, "b"), derivedSecret(other, "a")]) assert.notEqual(one.secret, secret);
});

test("facts that are not known are left out, and of links one is picked", () => {
  const facts = String(factsHtml({ A: "<1>", B: undefined, C: null }));
  assert.match(facts, /<dt>A<\/dt><dd>&lt;1&gt;<\/dd>/);
  assert.doesNotMatch(facts, /<dt>[BC]/);
  const links = [
    { href: "/a", label: "<A>" },
    { href: "/b", label: "B", isChosen: true },
  ];
  assert.match(
    String(picksHtml(links)),
    /<a href="\/a">&lt;A&gt;<\/a>[^]*<a href="\/b" aria-current="true">B</,
  );
});

test("a form that shows another page has no trap; the trap of another can have a name of its own", () => {
  const parts = { action: "/p", fields: [], button: "Go" };
  assert.doesNotMatch(String(formHtml({ ...parts, method: "get" })), /_hp|method="post"/);
  assert.match(String(formHtml({ ...parts, trap: "website" })), /name="website" tabindex="-1"/);
  const control = { kind: "line", type: "text", suggestions: ["UTC"] } as const;
  const text = String(formHtml({ ...parts, fields: [{ name: "zone", label: "Zone", control }] }));
  assert.match(text, /list="f-zone-list" value=""><datalist id="f-zone-list">\n<option value="UTC">/);
});

test("texts are shown as they are, in elements and in attributes", () => {
  const hostile = `<script>alert(1)</script>"'&`;
  const escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;";
  assert.equal(
    String(html`<p title="${hostile}">${[hostile, [hostile]]}</p>`),
    `<p title="${escaped}">${escaped}${escaped}</p>`,
  );
  assert.equal(String(html`${html`<b>${1}</b>`}${null}${undefined}${false}`), "<b>1</b>");
  assert.equal(String(html`${{ toString: () => "<b>" } as never}`), "&lt;b&gt;");
  assert.throws(() => html`<p title=${hostile}>`, /quotes/);
});

test("a page has its policy and no script, whatever is in its address", async () => {
  const reply = await fetch(`${url}a?text=${encodeURIComponent("<script>1</script>")}&text=2&x=%ff`);
  assert.match(await reply.text(), /<p>&lt;script&gt;1&lt;\/script&gt;<\/p>/);
  const policy = reply.headers.get("content-security-policy") ?? "";
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/);
  assert.doesNotMatch(policy, /unsafe|script-src/);
  assert.deepEqual(
    ["cache-control", "x-content-type-options", "referrer-policy"].map((name) => reply.headers.get(name)),
    ["no-store", "nosniff", "no-referrer"],
  );
});

test("a page runs its own script alone, which calls this host alone", async () => {
  const reply = await fetch(`${url}a?script=1&text=%3Cscript%3E1%3C/script%3E`);
  const hash = createHash("sha256").update(SCRIPT).digest("base64");
  const policy = reply.headers.get("content-security-policy") ?? "";
  assert.ok(policy.startsWith(`default-src 'none'; script-src 'sha256-${hash}'; connect-src 'self'; `));
  assert.deepEqual((await reply.text()).match(/<script>.*<\/script>/g), [`<script>${SCRIPT}</script>`]);
});

test("a form goes to this host alone, or to where the page leads on", async () => {
  const targets = async (query: string): Promise<string | undefined> => {
    const { headers } = await fetch(`${url}a?${query}`);
    return /(?:^|; )form-action ([^;]+)/.exec(headers.get("content-security-policy") ?? "")?.[1];
  };
  const beyond = "'self' https: http://127.0.0.1:* http://localhost:*";
  assert.equal(await targets(""), "'self'");
  assert.equal(await targets("lead="), beyond);
  for (const address of ["https://a.example/x", "http://127.0.0.1:7/x", "http://localhost/x"])
    assert.equal(await targets(`lead=${encodeURIComponent(address)}`), beyond, address);
  assert.equal(await targets("lead=com.example.app:/x"), `${beyond} com.example.app:`);
  assert.equal(await targets(`lead=${encodeURIComponent("http://[::1]:7/x")}`), `${beyond} http:`);
  const sentOn = await fetch(`${url}sign-out/a`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  assert.equal(sentOn.status, 303);
  assert.match(sentOn.headers.get("content-security-policy") ?? "", /form-action 'none'/);
});

test("a POST without a form is 415, also where nothing of the form is needed, but where nobody reads it", async () => {
  const statusOf = async (name: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(url + name, { method: "POST", body: Buffer.from("{}"), redirect: "manual", headers }))
      .status;
  for (const headers of [{}, { "content-type": "application/json" }, { "content-type": "text/plain" }]) {
    assert.equal(await statusOf("sign-out/b", headers), 415);
    assert.equal(await statusOf(`page-${pages++}`, headers), 415);
    assert.equal(await statusOf("lenient/there", headers), 200);
  }
});

test("a form is read by its names, with every value and in any script", async () => {
  const reply = await post("a=1&a=2&b=%E6%97%A5+%F0%9F%98%80&c&=d&e=x%0D%0Ay&__proto__=z");
  assert.match(
    (await reply.text()).replaceAll("&quot;", "'"),
    /\{'a':'1\|2','b':'日 😀','c':'','':'d','e':'x\\ny','__proto__':'z'\}/,
  );
});

test("a body that is not a browser's form is refused with a page", async () => {
  const json = { "content-type": "application/json" };
  const cases: [number, Promise<Response>][] = [
    [415, post("{}", json)],
    [415, post("a=1", { "content-type": "multipart/form-data; boundary=x" })],
    [415, post("a=1", { "content-type": "application/x-www-form-urlencoded; charset=latin1" })],
    [415, post("a=1", { "content-encoding": "gzip" })],
    [400, post("a=%ff")],
    [400, post("a=%00")],
    [400, post("a=%zz")],
    [400, post("a=é")],
    [400, post("%C3=1")],
    [413, post("a=1&".repeat(10_001))],
    [413, post(`a=${"x".repeat(1_048_576)}`)],
    [200, post("a=1&".repeat(10_000))],
  ];
  for (const [status, pending] of cases) {
    const reply = await pending;
    assert.deepEqual([reply.status, reply.headers.get("content-type")], [status, "text/html; charset=utf-8"]);
    await reply.text();
  }
});

test("one address takes 30 forms a minute of one source, refused ones too; others are not held up", async () => {
  const source = { name: "paced", "x-forwarded-for": "192.0.2.1" };
  for (let count = 0; count < 30; count += 1)
    assert.equal((await post(count % 2 ? "a=1" : "%ff", source)).status, count % 2 ? 200 : 400);
  const refused = await post("a=1", source);
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  assert.match(await refused.text(), /Too many at once/);
  assert.equal((await post("a=1", { ...source, "x-forwarded-for": "192.0.2.2" })).status, 200);
  assert.equal((await post("a=1", { ...source, name: "other" })).status, 200);
  assert.equal((await fetch(`${url}paced`, { headers: { "x-forwarded-for": "192.0.2.1" } })).status, 200);
});

test("of a form whose absent ones alone are counted, what is there is never held up", async () => {
  const source = { "x-forwarded-for": "192.0.2.9" };
  const guess = (name: string) => fetch(`${url}lenient/${name}`, { method: "POST", headers: source });
  for (let count = 0; count < 30; count += 1) assert.equal((await guess(`guess-${count}`)).status, 404);
  assert.equal((await guess("guess")).status, 429);
  for (let count = 0; count < 40; count += 1) assert.equal((await guess("there")).status, 200);
});

test("a fault of ours shows nothing of itself", async () => {
  fails = new Error("select secret from somewhere");
  const broken = await post("a=1");
  assert.equal(broken.status, 500);
  assert.doesNotMatch(await broken.text(), /secret/);
  fails = new AppError("not_found", "Nothing of team acme.");
  const absent = await post("a=1");
  assert.equal(absent.status, 404);
  assert.doesNotMatch(await absent.text(), /acme/);
  fails = undefined;
});

test("a colour without contrast to white, or an invalid one, falls back to ours", () => {
  assert.equal(colorOf({ primary_color: "#0F766E" }), "#0f766e");
  assert.equal(colorOf({ primary_color: "#036" }), "#003366");
  for (const chosen of ["#ffff00", "#777", "red", "#12345", "#000;}*{", null])
    assert.equal(colorOf({ primary_color: chosen }), DEFAULT_COLOR);
  assert.ok(contrastToWhite(DEFAULT_COLOR) >= 4.5);
  assert.equal(Math.round(contrastToWhite("#000000")), 21);
});

test("a picture of the brand is one of https", () => {
  assert.equal(pictureOf("https://cdn.example/a.png")?.origin, "https://cdn.example");
  for (const address of [
    "http://a.example/b.png",
    "javascript:alert(1)",
    "data:image/svg+xml,x",
    "/a.png",
    null,
  ])
    assert.equal(pictureOf(address), undefined);
});

test("a secret is found by its hash alone, and in one spelling", () => {
  const { secret, hash } = newSecret();
  assert.equal(secret.length, 43);
  assert.deepEqual(secretHash(secret), hash);
  assert.equal(hash.includes(Buffer.from(secret)), false);
  const others = [`${secret.slice(0, 42)}B`, `${secret}A`, secret.slice(1), `${secret}=`, "", "ä".repeat(43)];
  for (const other of others) assert.equal(secretHash(other), undefined);
});

test("a form names each fault first, links to its field, and says beside it what is wrong", () => {
  const fields = [
    {
      name: "a",
      label: "A & B",
      control: { kind: "lines" },
      values: ["\n<x>"],
      error: "Too <short>",
      help: "Help",
    } as const,
    {
      name: "c",
      label: "C",
      control: { kind: "several", options: [{ value: "1", label: "One" }] },
      error: "No",
    } as const,
  ];
  const text = String(formHtml({ action: "/p/x", fields, button: "Send" }, [{ message: "b: unknown" }]));
  assert.match(text, /<li>b: unknown<\/li>\n+<li><a href="#f-a">A &amp; B<\/a>: Too &lt;short&gt;<\/li>/);
  assert.match(
    text,
    /<textarea rows="5" id="f-a" name="a" aria-invalid="true" aria-describedby="f-a-help f-a-error">\n\n&lt;x&gt;<\/textarea>/,
  );
  assert.match(text, /<p class="error" id="f-a-error">/);
  assert.match(
    text,
    /<input type="checkbox" id="f-c" name="c" value="1" aria-invalid="true" aria-describedby="f-c-error">/,
  );
  assert.match(
    text,
    /<div class="hidden" aria-hidden="true">[^]*name="_hp" tabindex="-1" autocomplete="off"/,
  );
});
