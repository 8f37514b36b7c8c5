import assert from "node:assert/strict";
import { test } from "node:test";
import { at, soon } from "../testing/test-bookings.ts";
import { testPages } from "../testing/test-pages.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { newTeam, newPage, ask, send } = testPages(scheduling);
const { door } = scheduling;
const month = (days: number): string => soon(days).slice(0, 7);
/** Labels of the links to times. */
const times = (text: string): string[] =>
  [...text.matchAll(/start=[^"]*">([^<]*)</g)].map(([, label = ""]) => label);
const starts = (text: string): string[] =>
  [...text.matchAll(/start=([^"&]*)"/g)].map(([, start = ""]) => decodeURIComponent(start));

test("the page shows what the API offers: the first free day, and its times in the zone of the event type", async () => {
  const team = newTeam();
  const { id, path } = await newPage(team, { description: "Who <you> are", timezone: "Asia/Kathmandu" });
  const { status, text, headers } = await ask(path);
  assert.equal(status, 200, text);
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(text, /<h1>Call<\/h1>/);
  assert.match(text, /Who &lt;you&gt; are/);
  assert.match(text, /Grace Hopper/);
  const date = /T/.exec(starts(text)[0] ?? "") === null ? "" : (starts(text)[0] ?? "").slice(0, 10);
  const query = new URLSearchParams({ event_type_id: id, date }).toString();
  const { body } = await door.call("GetAvailability", { caller: team.caller, query });
  assert.deepEqual(
    starts(text),
    (body.slots as { start: string }[]).map(({ start }) => start),
  );
  assert.match(times(text)[0] ?? "", /^\d\d:45$/);
});

test("a date, a month and a zone can be asked for, and links keep them", async () => {
  const { path } = await newPage(newTeam());
  const tokyo = await ask(`${path}?timezone=Asia/Tokyo&date=${soon(40)}`);
  assert.deepEqual(times(tokyo.text).slice(0, 2), ["00:00", "01:00"]);
  assert.match(tokyo.text, /timezone=Asia%2FTokyo&amp;start=/);
  assert.match(tokyo.text, new RegExp(`date=${soon(40)}" aria-current="true"`));
  const later = await ask(`${path}?month=${month(70)}`);
  assert.equal(starts(later.text)[0]?.slice(0, 7), month(70));
});

test("an invalid month, date or start is ignored, and one far away is the nearest", async () => {
  const { path } = await newPage(newTeam());
  const plain = await ask(path);
  const odd = [
    "month=9999-99",
    "month=0000-00",
    "date=2027-02-30",
    "date=x",
    "start=soon",
    "start=%00",
    "month=",
  ];
  for (const query of odd) {
    const { status, text } = await ask(`${path}?${query}`);
    assert.equal(status, 200, query);
    assert.deepEqual(starts(text), starts(plain.text), query);
  }
  for (const [query, nearest] of [
    ["month=9999-12", month(366)],
    ["date=9999-12-31", month(366)],
    ["month=0001-01", month(0)],
    ["date=0001-01-01", month(0)],
  ] as const) {
    const { status, text } = await ask(`${path}?${query}`);
    assert.equal(status, 200, query);
    const shown = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
    assert.ok(text.includes(`<h2>${shown.format(new Date(`${nearest}-01`))}</h2>`), query);
  }
});

test("an unknown zone is told beside its field, with the typed text, and times are shown", async () => {
  const { path } = await newPage(newTeam());
  for (const zone of ["Mars/Olympus", "+02:00", "<b>"]) {
    const { status, text } = await ask(`${path}?timezone=${encodeURIComponent(zone)}`);
    assert.equal(status, 422, zone);
    assert.match(text, /<title>Error: /);
    assert.match(text, /Must be an IANA time zone/);
    assert.ok(text.includes(zone === "<b>" ? 'value="&lt;b&gt;"' : `value="${zone}"`), zone);
    assert.equal(starts(text).length > 0, true, zone);
  }
});

test("a free time has its form; one that is not free is told of, with others", async () => {
  const team = newTeam();
  const { path } = await newPage(team);
  const free = await ask(`${path}?start=${encodeURIComponent(at(3, "10:00"))}&timezone=Asia/Tokyo`);
  assert.equal(free.status, 200);
  assert.match(free.text, new RegExp(`name="start" value="${soon(3)}T19:00:00\\+09:00"`));
  assert.match(free.text, /19:00 to 20:00 \(Asia\/Tokyo, UTC\+09:00\)/);
  for (const start of [at(3, "10:30"), at(-3, "10:00"), at(3, "20:00"), "9999-12-31T23:59:59.999Z"]) {
    const gone = await ask(`${path}?start=${encodeURIComponent(start)}`);
    assert.equal(gone.status, 409, start);
    assert.match(gone.text, /role="alert">This time is not free/);
    assert.doesNotMatch(gone.text, /name="email"/);
  }
});

test("the second of two equal times of a clock is told by its distance from UTC", async () => {
  const hours = {
    timezone: "America/New_York",
    weekly: [{ weekday: 0, intervals: [{ start: "00:00", end: "04:00" }] }],
  };
  const { path } = await newPage(newTeam(), { booking_window_days: 730 }, hours);
  const { text } = await ask(`${path}?date=2027-11-07`);
  assert.deepEqual(times(text), ["00:00", "01:00 (UTC-04:00)", "01:00 (UTC-05:00)", "02:00", "03:00"]);
});

test("a full calendar says so, and nothing is booked by looking", async () => {
  const { path } = await newPage(newTeam(), {}, { weekly: [] });
  const { status, text } = await ask(path);
  assert.equal(status, 200);
  assert.match(text, /Nothing is free in this month/);
  assert.deepEqual(times(text), []);
});

test("an absent team or event type, an inactive one, one that is not public, and a module off are one 404", async () => {
  const team = newTeam();
  const there = await newPage(team);
  const inactive = await newPage(team, { active: false });
  const hidden = await newPage(team, { public: false });
  const off = await newPage(newTeam({ modules: ["forms"] }));
  const paths = [
    inactive.path,
    hidden.path,
    off.path,
    `/p/book/${team.slug}/nothing`,
    `/p/book/nobody/${there.slug}`,
    `/p/book/${newTeam().slug}/${there.slug}`,
    `/p/book/${team.slug}/${there.id}`,
    `/p/book/${team.slug}/${"x".repeat(5_000)}`,
    "/p/book/a%00b/c",
    `/p/book/${team.slug}/%F0%9F%98%80`,
  ];
  const replies = await Promise.all(
    paths.flatMap((path) => [
      ask(path),
      ask(`${path}?start=${at(3, "10:00")}`),
      send(path, { website: "x" }),
    ]),
  );
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [404]);
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal((await ask(there.path)).status, 200);
});

test("the page of a team lists what is public and active, by name", async () => {
  const team = newTeam();
  const list = `/p/book/${team.slug}`;
  assert.match((await ask(list)).text, /Nothing can be booked here now/);
  await newPage(team, { name: "Zoo <visit>" });
  await newPage(team, { name: "Advice", description: "An hour." });
  await newPage(team, { name: "Hidden", public: false });
  await newPage(team, { name: "Gone", active: false });
  const { status, text } = await ask(list);
  assert.equal(status, 200);
  assert.deepEqual(
    [...text.matchAll(/<h2><a href="([^"]*)">([^<]*)</g)].map(([, href, name]) => [href, name]),
    [
      [`${list}/advice`, "Advice"],
      [`${list}/zoo-visit`, "Zoo &lt;visit&gt;"],
    ],
  );
  const replies = [await ask("/p/book/nobody"), await ask(`/p/book/${newTeam({ modules: [] }).slug}`)];
  assert.deepEqual(
    replies.map(({ status }) => status),
    [404, 404],
  );
});
