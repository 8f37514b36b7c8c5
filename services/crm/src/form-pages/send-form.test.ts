import { withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { email, testForms } from "../testing/test-forms.ts";
import { testPages, type PagesTeam } from "../testing/test-pages.ts";

const crm = await testCrm();
const { newTeam, newPage, ask, send } = testPages(crm);
const { patchForm, submit } = testForms(crm);
const slugOf = (path: string) => path.split("/").at(-1) ?? "";
const short = { id: "a", label: "A", type: "short_text" };

const submissionsOf = async (team: PagesTeam, path: string) => {
  const reply = await crm.door.call("ListSubmissions", {
    caller: team.caller,
    path: { slug: slugOf(path) },
  });
  return reply.body.submissions as Record<string, unknown>[];
};
/** Returns the form that a browser would send of a page as it was loaded. */
const ownOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/type="hidden" name="(_\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );

test("what is sent is stored with its contact and their events, from the page, by nobody who is known", async () => {
  const team = newTeam();
  const path = await newPage(team, { fields: [email, { ...short, maps_to: "first_name" }] });
  const sent = await send(path, { email: " Ada@Example.com ", a: "Ada" });
  assert.deepEqual([sent.status, sent.headers.get("location"), sent.text], [303, `${path}?thanks=1`, ""]);
  const [submission] = await submissionsOf(team, path);
  assert.deepEqual(submission?.["data"], { email: "Ada@Example.com", a: "Ada" });
  assert.deepEqual([submission["source"], submission["form_version"]], ["public", 1]);
  assert.deepEqual(submission["created_by"], { type: "system", id: null });
  const { events, contacts } = await crm.stored(team.caller.team_id);
  assert.equal(contacts, 1);
  assert.deepEqual(
    events.map(({ type }) => type),
    ["contact.created", "form.submitted", "address.given"],
  );
  assert.deepEqual(events[1]?.data.object, submission);
  assert.deepEqual((events[1] as unknown as { actor: unknown }).actor, { type: "system", id: null });
  assert.equal(events[0]?.changeset_id, events[1].changeset_id);
});

test("the texts of a form are read as the types of its fields", async () => {
  const team = newTeam();
  const options = ["S", "M", "L"];
  const types = ["number", "rating", "boolean", "consent", "date", "time", "long_text", "url", "phone"];
  const fields = [
    ...types.map((type) => ({ id: type, label: type, type })),
    { id: "one", label: "One", type: "single_choice", options },
    { id: "many", label: "Many", type: "multi_choice", options },
  ];
  const path = await newPage(team, { fields });
  const texts = {
    number: "-150,5",
    rating: "4",
    boolean: "false",
    consent: "true",
    date: "2026-02-28",
    time: "23:59",
  };
  const rest = {
    long_text: "one\r\ntwo",
    url: "https://example.com/?a=b",
    phone: "+1 (415) 555-0100",
    one: "M",
  };
  const sent = await send(path, [...Object.entries({ ...texts, ...rest }), ["many", "S"], ["many", "L"]]);
  assert.equal(sent.status, 303, sent.text);
  const [submission] = await submissionsOf(team, path);
  assert.deepEqual(submission?.["data"], {
    ...{ number: -150.5, rating: 4, boolean: false, consent: true, date: "2026-02-28", time: "23:59" },
    ...{ ...rest, long_text: "one\ntwo", phone: "+14155550100" },
    many: ["S", "L"],
  });
});

test("each wrong answer is told beside its field and at the top, with what was typed, and nothing is stored", async () => {
  const team = newTeam();
  const types = ["number", "rating", "date", "time", "url", "phone", "boolean"];
  const fields = [
    { ...email, required: true },
    { id: "agree", label: "I <agree>", type: "consent", required: true },
    { id: "size", label: "Size", type: "single_choice", options: ["S"], required: true },
    ...types.map((type) => ({ id: type, label: type, type })),
  ];
  const path = await newPage(team, { fields });
  for (const bad of ["0x10", "1e3", "Infinity", "NaN", "9007199254740993", "--1", "1,2,3", "1 2"]) {
    const wrong = {
      number: bad,
      rating: "2.5",
      date: "2026-02-30",
      time: "24:00",
      url: "example",
      phone: "0123",
    };
    const { status, text } = await send(path, {
      ...wrong,
      email: "",
      agree: "false",
      size: "X",
      boolean: "maybe",
    });
    assert.equal(status, 422);
    for (const { id } of fields) {
      assert.match(
        text,
        new RegExp(`id="f-${id}"[^>]* aria-invalid="true"[^>]* aria-describedby="f-${id}-error"`),
        id,
      );
      assert.match(text, new RegExp(`<p class="error" id="f-${id}-error">`), id);
      assert.match(text, new RegExp(`<li><a href="#f-${id}">`), id);
    }
    for (const id of ["number", "date", "time", "url", "phone"] as const)
      assert.ok(text.includes(`value="${wrong[id]}"`), id);
    assert.match(text, /<title>Error: /);
  }
  assert.deepEqual((await crm.stored(team.caller.team_id)).events, []);
});

test("unknown fields, also of sections and twice the same text, are refused; 10,000 of them too", async () => {
  const team = newTeam();
  const path = await newPage(team, { fields: [short, { id: "s", label: "S", type: "section" }] });
  const many: [string, string][] = Array.from({ length: 10_000 }, (_, place) => [`x${place}`, "1"]);
  for (const values of [
    [["b", "1"]],
    [["s", "1"]],
    [["contact_id", "1"]],
    [
      ["a", "1"],
      ["a", "2"],
    ],
    many,
  ] as [string, string][][])
    assert.equal((await send(path, values)).status, 422);
  assert.match((await send(path, { contact_id: "1" })).text, /<li>contact_id: /);
  assert.equal((await send(path, [...many, ["y", "1"]])).status, 413);
  assert.equal((await send(path, { _other: "1", __proto__x: "2", a: "b" })).status, 303);
  assert.deepEqual(
    (await submissionsOf(team, path)).map(({ data }) => data),
    [{ a: "b" }],
  );
});

test("a hidden field takes what is sent, within its rules alone", async () => {
  const team = newTeam();
  const fields = [short, { id: "plan", label: "Plan", type: "hidden", pattern: "free|paid", required: true }];
  const path = await newPage(team, { fields });
  const forged = await send(path, { a: "1", plan: "admin" });
  assert.equal(forged.status, 422);
  assert.match(forged.text, /<li>plan: /);
  assert.equal((await send(path, { a: "1" })).status, 422);
  assert.equal((await send(path, { a: "1", plan: "paid" })).status, 303);
});

test("letters that look alike and blanks that nobody sees do not pass for others", async () => {
  const team = newTeam();
  const fields = [
    { ...email, required: true },
    { id: "size", label: "Size", type: "single_choice", options: ["S"] },
  ];
  const path = await newPage(team, { fields, settings: { single_submission_by: "email" } });
  for (const value of ["\u200b", "\u00a0\u2800", "\u3164"])
    assert.equal((await send(path, { email: value })).status, 422);
  assert.equal((await send(path, { email: "a@example.com", size: "Ѕ" })).status, 422);
  assert.equal((await send(path, { email: "a@example.com" })).status, 303);
  const again = await send(path, { email: "ａ@Example.com".normalize("NFKC").toUpperCase() });
  assert.equal(again.status, 422);
  assert.match(again.text, /You already submitted this form/);
});

test("who fills the trap is thanked, and nothing is stored", async () => {
  const team = newTeam();
  const path = await newPage(team);
  const caught = await send(path, { email: "bot@example.com", _hp: "http://spam.example" });
  const other = await send(path, { email: "not an address", _hp: " " });
  for (const { status, headers } of [caught, other])
    assert.deepEqual([status, headers.get("location")], [303, `${path}?thanks=1`]);
  assert.deepEqual(await submissionsOf(team, path), []);
  assert.equal((await send(path, { email: "a@example.com", _hp: "" })).status, 303);
});

test("the same page sent again and again with the same answers is one submission, with others another", async () => {
  const team = newTeam();
  const path = await newPage(team, { settings: { max_submissions: 2 } });
  const own = ownOf((await ask(path)).text);
  const twice = { ...own, email: "a@example.com" };
  const all = await Promise.all(Array.from({ length: 8 }, () => send(path, twice)));
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [303]);
  assert.equal((await submissionsOf(team, path)).length, 1);
  assert.equal((await send(path, { ...own, email: "b@example.com" })).status, 303);
  assert.equal((await submissionsOf(team, path)).length, 2);
  // The form is full now, and a repeat of the first page is still thanked.
  assert.equal((await send(path, twice)).status, 303);
  assert.equal((await send(path, { ...own, email: "c@example.com" })).status, 422);
});

test("a form that has changed since the page was loaded is shown again, with the typed answers", async () => {
  const team = newTeam();
  const agree = { id: "agree", label: "I like it", type: "consent" };
  const path = await newPage(team, { fields: [email, agree] });
  const own = ownOf((await ask(path)).text);
  const sent = { ...own, email: "a@example.com", agree: "true" };
  // Another title asks nothing else.
  await patchForm(team.caller, slugOf(path), { title: "Another" });
  assert.equal((await send(path, sent)).status, 303);
  const buys = { ...agree, label: "I buy it" };
  await patchForm(team.caller, slugOf(path), { fields: [email, buys] });
  const again = await send(path, { ...sent, email: "b@example.com" });
  assert.equal(again.status, 422);
  assert.match(again.text, /was changed after you opened it/);
  assert.match(again.text, /value="b@example.com"/);
  assert.match(again.text, /I buy it/);
  assert.equal((await send(path, { ...sent, ...ownOf(again.text), email: "b@example.com" })).status, 303);
  const versions = (await submissionsOf(team, path)).map((one) => one["form_version"]);
  assert.deepEqual(versions, [3, 2]);
  for (const version of ["", "x", "0", "-1", "999999999999", "1e3"])
    assert.notEqual(
      (await send(path, { email: `${version || "none"}@example.com`, _version: version })).status,
      500,
    );
});

test("once the closing of a form is answered, no page stores anything more", async () => {
  const team = newTeam();
  const path = await newPage(team);
  const racing = Array.from({ length: 20 }, (_, n) => send(path, { email: `a${n}@example.com` }));
  assert.equal((await patchForm(team.caller, slugOf(path), { status: "closed" })).status, 200);
  const closedAt = await withClient(crm.database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from crm.submissions where team_id = $1",
      [team.caller.team_id],
    );
    return rows[0]?.n;
  });
  const statuses = (await Promise.all(racing)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 303).length, closedAt);
  assert.deepEqual(
    [...new Set(statuses)].filter((status) => status !== 303 && status !== 422),
    [],
  );
  assert.equal((await submissionsOf(team, path)).length, closedAt);
});

test("limits hold exactly for pages and the API together", async () => {
  const team = newTeam();
  const path = await newPage(team, { settings: { max_submissions: 7 } });
  const pages = Array.from({ length: 15 }, (_, n) => send(path, { email: `p${n}@example.com` }));
  const calls = Array.from({ length: 15 }, (_, n) =>
    submit(team.caller, slugOf(path), { email: `c${n}@example.com` }),
  );
  const stored = [
    ...(await Promise.all(pages)).filter(({ status }) => status === 303),
    ...(await Promise.all(calls)).filter(({ status }) => status === 201),
  ];
  assert.equal(stored.length, 7);
});

test("where the outbox takes nothing, nothing is stored, and the page says that it is our fault", async () => {
  const team = newTeam();
  const path = await newPage(team);
  await crm.breakOutbox(async () => {
    const { status, text } = await send(path, { email: "a@example.com" });
    assert.equal(status, 500);
    assert.match(text, /This is our fault/);
  });
  assert.deepEqual(await submissionsOf(team, path), []);
  assert.equal((await crm.stored(team.caller.team_id)).contacts, 0);
});
