import assert from "node:assert/strict";
import { test } from "node:test";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { forgedSource, postForm } from "../src/page-forms.ts";
import { until } from "@jst/testing";

const ARRIVAL_MS = 60_000;
const FORMS_A_MINUTE = 30;

/** A public form of a team of its own, and the path of its page. */
async function newPage(name: string, fields: object[]) {
  const team = await newTeam(name);
  const body = { title: "Ask us", status: "published", fields, settings: { public: true } };
  const made = await send({ method: "POST", path: "/api/v1/forms", token: team.token, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return { ...team, path: `/p/forms/${team.slug}/ask-us` };
}

const text = { id: "a", label: "A", type: "short_text" };

test("one source sends thirty forms a minute to a page under any forged address; others and other pages are not delayed", async () => {
  const [page, other] = [await newPage("pace", [text]), await newPage("pace-other", [text])];
  const statuses: (number | undefined)[] = [];
  // Every other one is refused for its answers, and counts as well.
  for (let n = 0; n < FORMS_A_MINUTE; n += 1)
    statuses.push(
      (await postForm(page.path, n % 2 === 0 ? "a=x" : "b=x", { headers: forgedSource(n) })).statusCode,
    );
  assert.deepEqual([...new Set(statuses)].sort(), [303, 422]);
  const late = await postForm(page.path, "a=x", { headers: forgedSource(200) });
  assert.deepEqual([late.statusCode, late.headers["content-type"]], [429, "text/html; charset=utf-8"]);
  const wait = Number(late.headers["retry-after"]);
  assert.ok(wait >= 1 && wait <= 60, String(wait));
  assert.equal((await postForm(page.path, "a=x", { from: "127.0.0.2" })).statusCode, 303);
  assert.equal((await postForm(other.path, "a=x")).statusCode, 303);
  assert.equal((await send({ path: page.path })).status, 200);
  const answer = await send({ path: "/api/v1/forms/ask-us", token: page.token });
  assert.equal((answer.body as { submission_count: number }).submission_count, FORMS_A_MINUTE / 2 + 1);
});

test("a page has the brand that the operator has set, within seconds, and loses it again", async () => {
  const { slug, path } = await newPage("brand", [text]);
  const set = (key: string, value: string) => jst("config", "set", "--team", slug, key, value);
  const shows = (what: string, pattern: RegExp) =>
    until(what, ARRIVAL_MS, async () => {
      const { body } = await send({ path });
      return pattern.test(String(body)) ? String(body) : undefined;
    });
  await set("brand.name", "Acme <b>Ltd</b>");
  await set("brand.primary_color", "#0f766e");
  await set("brand.logo", "https://cdn.example/logo.png");
  await shows("the name", /<title>Ask us – Acme &lt;b&gt;Ltd&lt;\/b&gt;<\/title>/);
  const page = await shows("the logo", /<img src="https:\/\/cdn\.example\/logo\.png" alt="">/);
  assert.match(page, /--brand: #0f766e/);
  const { headers } = await send({ path });
  assert.match(headers.get("content-security-policy") ?? "", /img-src data: https:\/\/cdn\.example;/);
  for (const key of ["brand.name", "brand.primary_color", "brand.logo"]) await set(key, "");
  const plain = await shows("its own name", /<title>Ask us – (?!Acme)/);
  assert.doesNotMatch(plain, /<img|#0f766e/);
  await assert.rejects(set("brand.logo", "http://cdn.example/logo.png"));
});

/** Consents of a contact, as the API shows them; a given address is a basis of its own (comms.given-address). */
interface ShownConsent {
  email?: { marketing?: string };
}

test("what is agreed to on a page is a consent, which the contact shows until it is taken back", async () => {
  const email = { id: "email", label: "E-mail", type: "email", maps_to: "email" };
  const news = { id: "news", label: "News", type: "consent", maps_to: "consent.email.marketing" };
  const { path, token } = await newPage("page-consent", [email, news]);
  assert.equal((await postForm(path, "email=Ada%40B%C3%BCcher.example&news=true")).statusCode, 303);
  const address = "ada@xn--bcher-kva.example";
  const shows = (status: string) =>
    until(`the contact shows ${status}`, ARRIVAL_MS, async () => {
      const { body } = await send({ path: "/api/v1/contacts?q=ada", token });
      const [contact] = (body as { contacts: { version: number; consent: ShownConsent }[] }).contacts;
      return contact?.consent.email?.marketing === status ? contact : undefined;
    });
  assert.equal((await shows("opted_in")).version, 1);
  const said = { address, channel: "email", purpose: "marketing", status: "opted_out", source: "a call" };
  const out = await send({ method: "POST", path: "/api/v1/comms/consents", token, body: said });
  assert.equal(out.status, 201, JSON.stringify(out.body));
  assert.equal((await shows("opted_out")).version, 1);
  const { body } = await send({ path: `/api/v1/comms/consents?address=${address}`, token });
  const { consents } = body as { consents: { purpose: string; status: string; source: string }[] };
  const statuses = consents.filter(({ purpose }) => purpose === "marketing");
  assert.deepEqual(
    statuses.map(({ status, source }) => `${status} ${source}`),
    ["opted_out a call", "opted_in form ask-us"],
  );
});
