import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { baseUrl } from "../../dev/src/components/service.ts";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Fleet } from "../../dev/src/component.ts";
import { addMember, createTeam } from "../../dev/src/teams.ts";
import type { BookingsSeed, HostFacts } from "./facts.ts";
import { mintTokens, post } from "./seed.ts";

const ofHost = 1_000;
const ofTeam = 100_000;
const hostCount = 16;
const tokenCount = 20;
const minutes = 30;
/** Half an hour in every two: of a day a quarter is booked, and the bookings of a host take 83 days. */
const everyMinutes = 120;
const allDay = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
  weekday,
  intervals: [{ start: "00:00", end: "24:00" }],
}));

/** Hosts with many bookings, alone in their team and in one that has a hundred times as many; and free ones. */
export async function seedBookings(fleet: Fleet): Promise<BookingsSeed> {
  const [alone, among, free] = await Promise.all([
    newHosts(fleet, "bench-alone", 1, minutes),
    newHosts(fleet, "bench-among", 1, minutes),
    newHosts(fleet, "bench-free", hostCount, 5),
  ]);
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    await insertBookings(client, alone, ofHost);
    await insertBookings(client, among, ofTeam);
    await client.query("vacuum analyze scheduling.bookings");
  } finally {
    await client.end();
  }
  return { alone, among, free };
}

/** A team whose hosts can be booked at every hour. */
async function newHosts(
  fleet: Fleet,
  slug: string,
  count: number,
  duration_minutes: number,
): Promise<HostFacts> {
  const team = await createTeam(fleet, { slug });
  const tokens = await mintTokens(fleet, slug, tokenCount);
  const [token = ""] = tokens;
  const eventTypeIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const email = `host.${n}@example.org`;
    const { id } = await addMember(fleet, { team: slug, email, role: "member" });
    await patch(fleet, token, `/api/v1/scheduling/schedules/${String(id)}`, {
      timezone: "UTC",
      weekly: allDay,
    });
    const type = { name: `Meeting ${n}`, host_id: id, duration_minutes };
    eventTypeIds.push(String((await post(fleet, token, "/api/v1/scheduling/event-types", type))["id"]));
  }
  return { teamId: team.id, tokens, eventTypeIds };
}

/** Bookings of the event type's host, the first thousand; the others are of hosts that share the team. */
async function insertBookings(
  client: Client,
  { teamId, eventTypeIds }: HostFacts,
  count: number,
): Promise<void> {
  await client.query("begin");
  const ids = ["actor_id", "token_id", "request_id", "changeset_id"].map((name) => [name, randomUUID()]);
  for (const [name, value] of [["team_id", teamId], ["actor_type", "service"], ...ids])
    await client.query("select set_config($1, $2, true)", [`app.${name}`, value]);
  await client.query(
    `insert into scheduling.bookings (event_type_id, host_id, status, start, "end", held_from, held_to, timezone,
      duration_minutes, attendee, guests, location, answers, source, created_by_type, created_by_id)
    select e.id, case when h.n = 0 then e.host_id else md5(h.n::text)::uuid end, 'booked', s.at, s.till, s.at, s.till,
      'UTC', $3::int, json_build_object('name', 'Ada', 'email', 'ada@example.org'), '{}',
      '{"type": "video", "detail": null, "join_url": null}', '{}', 'api', 'service', 'bench'
    from scheduling.event_types e, generate_series(0, $2::int / ${ofHost} - 1) h (n), generate_series(1, ${ofHost}) b (n),
      lateral (select date_trunc('day', now()) + make_interval(mins => b.n * $4::int) as at,
        date_trunc('day', now()) + make_interval(mins => b.n * $4::int + $3::int) as till) s
    where e.team_id = current_setting('app.team_id')::uuid and e.id = $1`,
    [eventTypeIds[0], count, minutes, everyMinutes],
  );
  await client.query("commit");
}

async function patch(fleet: Fleet, token: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${baseUrl(fleet)}${path}`, {
    method: "PATCH",
    headers,
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`PATCH ${path} was answered ${response.status} ${text}`);
}
