import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testForms } from "../testing/test-forms.ts";
import { testPages } from "../testing/test-pages.ts";

const crm = await testCrm();
const { newTeam, newPage, ask, send } = testPages(crm);
const { patchForm, newForm } = testForms(crm);
const slugOf = (path: string) => path.split("/").at(-1) ?? "";
const short = { id: "a", label: "A", type: "short_text" };
const hidden = { id: "campaign", label: "Campaign", type: "hidden" };

test("a public form is a page of its team, with a field for each question", async () => {
  const path = await newPage(newTeam(), { title: "Say hello", description: "Who are you?" });
  const { status, text } = await ask(path);
  assert.equal(status, 200);
  assert.match(text, /<title>Say hello – Acme Ltd<\/title>/);
  assert.match(text, /--brand: #0f766e/);
  assert.match(text, /<p class="lead">Who are you\?<\/p>/);
  assert.match(text, /<input type="email" id="f-email" name="email" autocomplete="email" value="">/);
  assert.match(text, /<input type="hidden" name="_version" value="1">/);
});

test("every type of field has a control that its browser knows", async () => {
  const options = ["S", "M"];
  const fields = [
    ...["short_text", "long_text", "email", "phone", "number", "date", "time", "url", "boolean", "consent"],
    ...["rating", "single_choice", "multi_choice", "hidden", "section"],
  ].map((type) => ({ id: type, label: `L ${type}`, type, ...(type.endsWith("choice") ? { options } : {}) }));
  const { text } = await ask(await newPage(newTeam(), { fields }));
  const controls = [
    ...text.matchAll(/<(input|textarea|select)[^>]*? (?:type="(\w+)")?[^>]*?name="([a-z]\w+)"/g),
  ];
  const seen = controls.map(([, element, type, name]) => `${name}: ${type ?? element}`);
  assert.deepEqual(
    [...new Set(seen)].sort(),
    [
      ...[
        "boolean: radio",
        "consent: checkbox",
        "date: date",
        "email: email",
        "hidden: hidden",
        "long_text: textarea",
      ],
      ...["multi_choice: checkbox", "number: text", "phone: tel", "rating: radio", "short_text: text"],
      ...["single_choice: radio", "time: time", "url: url"],
    ].sort(),
  );
  assert.match(text, /<h2>L section<\/h2>/);
});

test("HTML in every text of a form and of its team is shown as text", async () => {
  const hostile = `</title></textarea><script>alert(1)</script><img src=x onerror=alert(1)>"'`;
  const brand = {
    name: hostile,
    logo: `javascript:${hostile}`,
    favicon: null,
    primary_color: `red;}${hostile}`,
  };
  const fields = [
    { id: "a", label: hostile, help: hostile, type: "single_choice", options: [hostile, "b"] },
    { id: "b", label: hostile, help: hostile, type: "section" },
    { ...hidden, label: hostile },
  ];
  const team = newTeam({ brand });
  const settings = { thanks_text: hostile };
  const path = await newPage(team, {
    title: hostile,
    slug: "hostile",
    description: hostile,
    fields,
    settings,
  });
  const sent = await send(path, { a: hostile, campaign: hostile, [hostile]: hostile });
  assert.equal(sent.status, 422);
  const pages = [
    sent,
    await ask(`${path}?campaign=${encodeURIComponent(hostile)}`),
    await ask(`${path}?thanks=1`),
  ];
  for (const { text } of pages) {
    assert.doesNotMatch(text, /<script|<img/);
    assert.match(text, /&lt;script&gt;/);
  }
});

test("HTML in the answer to any field is shown as text where the page is shown again", async () => {
  const hostile = `"'></textarea></option><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const types = [
    "short_text",
    "long_text",
    "email",
    "phone",
    "number",
    "date",
    "time",
    "url",
    "boolean",
    "consent",
  ];
  const fields = [...types, "rating", "single_choice", "multi_choice", "hidden"].map((type) => ({
    ...{ id: type, label: type, type },
    ...(type.endsWith("choice") ? { options: [hostile, "b"] } : {}),
  }));
  const path = await newPage(newTeam(), { fields: [...fields, { ...short, required: true }] });
  for (const { id } of fields)
    for (const values of [[hostile], [hostile, hostile]]) {
      const sent = values.map((value): [string, string] => [id, value]);
      const { status, text } = await send(path, [...sent, [hostile, hostile], ["_once", hostile]]);
      assert.equal(status, 422, id);
      assert.doesNotMatch(text, /<script|<img|<\/textarea><\/option>/, id);
      assert.match(text, /&lt;script&gt;/, id);
    }
});

test("an absent team or form, a draft, an archived one, one that is not public, and a module off are one 404", async () => {
  const team = newTeam();
  const { slug: teamSlug, caller } = team;
  const archived = await newPage(team);
  await crm.door.call("DeleteForm", { caller, path: { slug: slugOf(archived) } });
  const off = await newPage(newTeam({ modules: ["contacts"] }));
  const there = await newPage(team);
  const { body } = await crm.door.call("GetForm", { caller, path: { slug: slugOf(there) } });
  const paths = [
    archived,
    off,
    `/p/forms/${teamSlug}/${await newForm(caller, { settings: { public: true }, status: "draft" })}`,
    `/p/forms/${teamSlug}/${await newForm(caller)}`,
    `/p/forms/${teamSlug}/nothing`,
    `/p/forms/nobody/${slugOf(there)}`,
    `/p/forms/${newTeam().slug}/${slugOf(there)}`,
    // The page goes by the slug alone, and by its case.
    `/p/forms/${teamSlug}/${String(body.id)}`,
    there.toUpperCase().replace("/P/FORMS", "/p/forms"),
    "/p/forms/a%00b/c",
    `/p/forms/${teamSlug}/${"x".repeat(5_000)}`,
    `/p/forms/${teamSlug}/%F0%9F%98%80`,
  ];
  const answers = await Promise.all(
    paths.flatMap((path) => [ask(path), ask(`${path}?thanks=1`), send(path, {})]),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [404]);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  const headersOf = ({ headers }: { headers: Headers }) =>
    JSON.stringify([...headers].filter(([name]) => name !== "date"));
  assert.equal(new Set(answers.map(headersOf)).size, 1);
  assert.equal((await ask(there)).status, 200);
});

test("a form that takes nothing now says why, and asks nothing", async () => {
  const team = newTeam();
  const { caller } = team;
  const cases: [object, RegExp, object?][] = [
    [{ opens_at: "2999-01-01T00:00:00Z" }, /not open yet/],
    [{ closes_at: "2001-01-01T00:00:00Z" }, /no longer/],
    [{}, /no longer/, { status: "closed" }],
    [{ max_submissions: 1 }, /This form is full/],
  ];
  for (const [settings, sentence, patch] of cases) {
    const path = await newPage(team, { settings });
    if (patch !== undefined) assert.equal((await patchForm(caller, slugOf(path), patch)).status, 200);
    if ("max_submissions" in settings) assert.equal((await send(path, {})).status, 303);
    for (const [status, answer] of [
      [200, await ask(path)],
      [422, await send(path, { email: "a@example.com" })],
    ] as const) {
      assert.equal(answer.status, status);
      assert.match(answer.text, sentence);
      assert.doesNotMatch(answer.text, /<form|<input/);
    }
    // The last accepted visitor is still thanked.
    assert.match((await ask(`${path}?thanks=1`)).text, /Thank you\./);
  }
});

test("hidden fields are filled from the address, and nothing else is", async () => {
  const path = await newPage(newTeam(), { fields: [short, hidden] });
  const query = new URLSearchParams({
    campaign: `"><b>`,
    a: "filled",
    _hp: "x",
    _version: "7",
    utm_source: "y",
  });
  const { text, status } = await ask(`${path}?${query.toString()}&campaign=second&%ff=%ff&x`);
  assert.equal(status, 200);
  assert.match(text, /name="campaign" value="&quot;&gt;&lt;b&gt;"/);
  assert.doesNotMatch(text, /value="(?:filled|second|7)"/);
});

test("the thanks are the form's own, as text with its lines", async () => {
  const path = await newPage(newTeam(), { settings: { thanks_text: "Thanks, <b>you</b>!\nBye." } });
  const { text, status } = await ask(`${path}?thanks=1`);
  assert.equal(status, 200);
  assert.match(text, /Thanks, &lt;b&gt;you&lt;\/b&gt;!\nBye\./);
  assert.doesNotMatch(text, /<form/);
});

test("HEAD answers the head of the page", async () => {
  const path = await newPage(newTeam());
  const { status, text, headers } = await ask(path, { method: "HEAD" });
  assert.deepEqual([status, text, headers.get("content-type")], [200, "", "text/html; charset=utf-8"]);
});

test("a hidden field takes a parameter as forms are read, and none that is not UTF-8", async () => {
  const path = await newPage(newTeam(), { fields: [short, hidden] });
  const valueOf = async (query: string) =>
    /name="campaign" value="([^"]*)"/.exec((await ask(`${path}?${query}`)).text)?.[1];
  const cases: [query: string, value: string][] = [
    ["campaign=user%2Btag@example.com", "user+tag@example.com"],
    ["campaign=spring+sale", "spring sale"],
    ["campaign=%C3%A9", "é"],
    ["campaign=%E4", ""],
    ["campaign=a%00b", ""],
    ["campaign=50%", ""],
    ["campaign=%E4&campaign=x", "x"],
    ["a=%E4&campaign=y", "y"],
  ];
  for (const [query, value] of cases) assert.equal(await valueOf(query), value, query);
});
