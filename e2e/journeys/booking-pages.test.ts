import assert from "node:assert/strict";
import { test } from "node:test";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { forgedSource, postForm } from "../src/page-forms.ts";

const FORMS_A_MINUTE = 30;
const DAY_MS = 86_400_000;

/** A page of a team of its own on which an hour of every day and night is offered. */
async function newPage(name: string) {
  const { slug, token } = await newTeam(name);
  const member = ["member", "add", "--team", slug, "--email", "host@example.com", "--role", "member"];
  const { id: host_id } = await jst<{ id: string }>(...member);
  const intervals = [{ start: "00:00", end: "24:00" }];
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, intervals }));
  const path = `/api/v1/scheduling/schedules/${host_id}`;
  const hours = await send({ method: "PATCH", path, token, body: { timezone: "UTC", weekly } });
  assert.equal(hours.status, 200, JSON.stringify(hours.body));
  const body = { name: "Call", host_id };
  const made = await send({ method: "POST", path: "/api/v1/scheduling/event-types", token, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return { token, path: `/p/book/${slug}/call` };
}

/** The form of the slot so many hours from the day after tomorrow. */
const formOf = (hour: number, email = "ada@example.com") => {
  const start = new Date(Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS + hour * 3_600_000).toISOString();
  return new URLSearchParams({ start, name: "Ada", email }).toString();
};

test("one source sends thirty forms a minute to a booking page under any forged address; others and other pages are not delayed", async () => {
  const [page, other] = [await newPage("book-pace"), await newPage("book-pace-other")];
  const statuses: (number | undefined)[] = [];
  // Every other one is refused for its address, and counts as well.
  for (let n = 0; n < FORMS_A_MINUTE; n += 1) {
    const form = formOf(n, n % 2 === 0 ? undefined : "nobody");
    statuses.push((await postForm(page.path, form, { headers: forgedSource(n) })).statusCode);
  }
  assert.deepEqual([...new Set(statuses)].sort(), [303, 422]);
  const late = await postForm(page.path, formOf(100), { headers: forgedSource(200) });
  assert.deepEqual([late.statusCode, late.headers["content-type"]], [429, "text/html; charset=utf-8"]);
  const wait = Number(late.headers["retry-after"]);
  assert.ok(wait >= 1 && wait <= 60, String(wait));
  assert.equal((await postForm(page.path, formOf(100), { from: "127.0.0.2" })).statusCode, 303);
  assert.equal((await postForm(other.path, formOf(100))).statusCode, 303);
  assert.equal((await send({ path: page.path })).status, 200);
  const { body } = await send({ path: "/api/v1/scheduling/bookings?limit=100", token: page.token });
  const sources = (body as { bookings: { source: string }[] }).bookings.map(({ source }) => source);
  assert.deepEqual(sources, Array<string>(FORMS_A_MINUTE / 2 + 1).fill("public"));
});
