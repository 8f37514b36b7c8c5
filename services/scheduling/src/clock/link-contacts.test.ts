import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import type { Caller } from "@jst/caller";
import { Database, uuidv7 } from "@jst/db";
import type { FactPayload } from "@jst/events";
import { createLogger } from "@jst/telemetry";
import { human, testCaller, testTeam, until } from "@jst/testing";
import { NewContacts } from "../bookings/contacts.ts";
import { notified } from "../testing/notified.ts";
import { at, bookingsOf } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";
import { startLinker } from "./link-contacts.ts";

const {
  database: own,
  door,
  sql,
  crm,
  auth,
  contacts,
  made,
  passTime,
} = await testScheduling({ crmMs: 1_000, authMs: 5_000 });
const { typeOf, book, get, undo, approve } = bookingsOf(door);
const options = { poolSize: 2, applicationName: "test", changesetPrefix: "scheduling" };
const database = new Database({ connectionString: own.url, ...options });
after(() => database.close());
afterEach(() => {
  crm.isSilent = false;
  auth.isSilent = false;
});

const WAIT_MS = 60_000;
const attendee = (name: string) => ({ attendee: { name, email: `${name}@example.com` } });
const times = ["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00"];

/** Runs the work while a worker of a new process makes what bookings lack. */
async function linking<T>(work: () => Promise<T>): Promise<T> {
  const linker = startLinker({
    connectionString: own.urlOf("scheduling_worker"),
    database,
    newContacts: new NewContacts(contacts, database),
    logger: createLogger("test", "error"),
  });
  try {
    return await work();
  } finally {
    await linker.stop();
  }
}

const linked = (caller: Caller, id: string) =>
  until("the booking has its contact", WAIT_MS, async () => {
    const { body } = await get(caller, id);
    return body.contact_id === null ? undefined : body;
  });
const lacking = async (caller: Caller) =>
  (await sql("select from scheduling.new_contacts where team_id = $1", [caller.team_id])).length;

test("while crm does not answer a host is booked again and again without contacts; all are linked once it answers", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  crm.isSilent = true;
  const replies = await Promise.all(
    times.map((time) => book(caller, type.id, at(3, time), attendee(time.slice(0, 1)))),
  );
  assert.deepEqual(
    [...new Set(replies.map(({ status, body }) => `${status} ${body.contact_id}`))],
    ["201 null"],
  );
  assert.equal(await lacking(caller), times.length);
  const found = await linking(async () => {
    crm.isSilent = false;
    return Promise.all(replies.map(({ body }) => linked(caller, body.id)));
  });
  // "0@example.com" and "1@example.com".
  assert.equal(new Set(found.map(({ contact_id: id }) => id as string)).size, 2);
  assert.equal(await lacking(caller), 0);
});

test("nothing is locked while a booking waits for crm", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  crm.isSilent = true;
  const asked = (rpc: string) =>
    until(`${rpc} is asked`, WAIT_MS, () =>
      crm.asked.some((one) => one.rpc.endsWith(rpc) && one.body.team_id === caller.team_id)
        ? true
        : undefined,
    );
  const locked = () =>
    sql(`select from pg_locks l join pg_stat_activity a using (pid)
where a.datname = current_database() and a.usename = 'scheduling' and l.locktype in ('advisory', 'transactionid')`);
  const booking = book(caller, type.id, at(3, "10:00"));
  await asked("/FindContactByEmail");
  assert.deepEqual(await locked(), []);
  assert.equal((await booking).status, 201);
});

test("a late contact does not count as a change: its booking keeps its version, has one undo record and can be undone", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  crm.isSilent = true;
  const reply = await book(caller, type.id, at(3, "10:00"), attendee("ada"));
  crm.isSilent = false;
  const body = await linking(() => linked(caller, reply.body.id));
  assert.deepEqual({ ...body, contact_id: null, updated_at: "" }, { ...reply.body, updated_at: "" });
  assert.ok(String(body.updated_at) > String(reply.body.updated_at), "who reads by updated_since sees it");
  const records = await sql("select from scheduling.changes where resource_id = $1", [reply.body.id]);
  assert.equal(records.length, 1);
  assert.equal((await undo(reply, human(caller.team_id, "admin"))).status, 200);
  const undone = (await get(caller, reply.body.id)).body;
  assert.deepEqual([undone.status, undone.contact_id], ["cancelled", body.contact_id]);
});

test("a process that died after the commit is made up for, under the id that its booking had made", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  crm.isSilent = true;
  const { body } = await book(caller, type.id, at(3, "10:00"), attendee("ada"));
  crm.isSilent = false;
  const [job] = await sql<{ id: string }>(
    "update scheduling.new_contacts set state = 'under_way', lease = $2, due_at = now() where team_id = $1 returning contact_id as id",
    [caller.team_id, uuidv7()],
  );
  const { contact_id: id } = await linking(() => linked(caller, body.id));
  assert.equal(id, job?.id);
  const own = made().filter(({ body }) => body.team_id === caller.team_id);
  for (const { body: asked } of own)
    assert.deepEqual([asked.id, asked.email, asked.actor_type], [id, "ada@example.com", "service"]);
});

test("while auth does not answer a host is booked, and the mails name the host as it was read last", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  assert.equal((await book(caller, type.id, at(3, "09:00"))).status, 201);
  passTime(3_600_000);
  auth.isSilent = true;
  const replies = await Promise.all(times.slice(1).map((time) => book(caller, type.id, at(3, time))));
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201]);
  const facts = await sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload from scheduling.outbox where team_id = $1 and type = 'booking.changed'",
    [caller.team_id],
  );
  const hosts = facts.map(({ payload }) => notified(payload).mails.at(-1)?.to);
  assert.deepEqual(
    hosts,
    times.map(() => `${type.host_id}@example.com`),
  );
});

test("an approval follows the same order: while crm does not answer it books without the contact, which comes later", async () => {
  const { member, admin, service } = testTeam();
  const person = { ...member, team: { ...member.team, modules: { scheduling: true } } };
  const type = await typeOf(service);
  const proposed = await book(person, type.id, at(3, "10:00"), attendee("ada"));
  crm.isSilent = true;
  passTime(3_600_000);
  const approved = await approve(proposed, admin);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const { id, contact_id } = approved.body.result as { id: string; contact_id: string | null };
  assert.equal(contact_id, null);
  crm.isSilent = false;
  await linking(() => linked(service, id));
  const [contact] = made().filter(({ body }) => body.team_id === service.team_id);
  assert.equal(contact?.body.actor_type, "human", "it is made in the name of the proposer");
});

test("a commit that is lost leaves neither a booking nor a contact, nor anything for the worker", async () => {
  await sql(`create function scheduling.lose() returns trigger language plpgsql as
$$ begin raise exception 'the commit is lost'; end $$`);
  await sql(`create constraint trigger bookings_lost after insert on scheduling.bookings deferrable initially deferred
for each row when (new.attendee ->> 'name' = 'lost') execute function scheduling.lose()`);
  const caller = testCaller();
  const type = await typeOf(caller);
  assert.equal((await book(caller, type.id, at(3, "10:00"), attendee("lost"))).status, 500);
  assert.equal(await lacking(caller), 0);
  assert.deepEqual(
    made().filter(({ body }) => body.team_id === caller.team_id),
    [],
  );
  assert.equal((await book(caller, type.id, at(3, "10:00"), attendee("ada"))).status, 201);
});
