// Proves: services/scheduling/src services/comms/src/sending libs/events/src dev/src/supervisor
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { startSmtpReceiver, type SmtpReceiver } from "../../services/comms/src/testing/smtp-receiver.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { newHost, type BookedHost } from "../src/hosting.ts";
import { allOf, killingTest, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";

const KILLS = 60;
const HOSTS = 4;
const MINUTE_MS = 60_000;
/** Reminders become due while processes are killed: so long before the start. */
const REMINDED_MS = 10 * MINUTE_MS;
/** Messages of a dead worker are sent again after 45 seconds. */
const END_MS = 150_000;
/** So no worker repeats what another one has under way. */
const REPEAT_MS = 30_000;
const GUESTS = ["bo@example.org", "cy@example.org"];

interface Booking {
  id: string;
  start: string;
  host_id: string;
  created_at: string;
}

interface Message {
  id: string;
  to: string;
  status: string;
  subject: string;
  source: { type: string; id: string } | null;
}

/** Books the next minutes of a host, one after another; two of these ask for each, so that one is refused. */
function booking(token: string, { eventTypeIds: [event_type_id] }: BookedHost, acknowledged: Set<string>) {
  let next = Math.ceil((Date.now() + REMINDED_MS) / MINUTE_MS) * MINUTE_MS;
  const work = (): Work => {
    let mine = next - MINUTE_MS;
    return async () => {
      mine = Math.max(mine + MINUTE_MS, next - MINUTE_MS);
      next = Math.max(next, mine);
      const attendee = { name: "Ada", email: "ada@example.com" };
      const body = { event_type_id, start: new Date(mine).toISOString(), attendee, guests: GUESTS };
      const path = "/api/v1/scheduling/bookings";
      const answer = await sendUnlessDown({ method: "POST", path, token, body });
      if (answer === undefined) return false;
      assert.ok([201, 409].includes(answer.status), JSON.stringify(answer.body));
      if (answer.status === 201) acknowledged.add((answer.body as Booking).id);
      return true;
    };
  };
  return [work(), work()];
}

/** Has the team's mail go through the server. */
async function mailThrough({ port }: SmtpReceiver, slug: string): Promise<void> {
  for (const [key, value] of [
    ["from", "Acme <hello@acme.example>"],
    ["smtp_url", `smtp://127.0.0.1:${port}`],
    ["provider", "smtp"],
  ] as const)
    await jst("config", "set", "--team", slug, `comms.email.${key}`, value);
}

/** Every mail arrived, once, or again from the successor of a dead worker; and no other mail. */
function assertDelivered({ mails }: SmtpReceiver, messages: readonly Message[]): number {
  const copies = Map.groupBy(
    mails,
    ({ raw }) => /^Message-ID: <(\S+)@acme\.example>\r$/im.exec(raw.toString())?.[1],
  );
  assert.deepEqual([...copies.keys()].sort(), messages.map(({ id }) => id).sort());
  for (const [id, [first, ...others]] of copies)
    for (const { at } of others)
      assert.ok(at - (first?.at ?? 0) >= REPEAT_MS, `${String(id)} is repeated by a worker that lives`);
  return mails.length - copies.size;
}

test(
  "scheduling and comms are killed while bookings are made and reminders are due: each booking has its mails and its reminder once, and no mail is without its booking",
  killingTest,
  async (context) => {
    const receiver = await startSmtpReceiver({}, { disabledCommands: ["STARTTLS", "AUTH"] });
    const { slug, token } = await newTeam("reminders-kill");
    await mailThrough(receiver, slug);
    const type = { duration_minutes: 1, reminders_minutes: [REMINDED_MS / MINUTE_MS] };
    const hosts: BookedHost[] = [];
    for (let n = 0; n < HOSTS; n += 1) hosts.push(await newHost({ slug, token }, [type]));
    const acknowledged = new Set<string>();
    const clients = hosts.flatMap((host) => booking(token, host, acknowledged));
    const kills = await killWhile(["scheduling", "comms"], KILLS, clients);
    const endedAt = Date.now();

    const bookings = await allOf<Booking>(token, "scheduling/bookings", "bookings");
    const ids = new Set(bookings.map(({ id }) => id));
    for (const id of acknowledged) assert.ok(ids.has(id), `${id} is stored`);
    const slots = new Set(bookings.map(({ start, host_id: host }) => `${host} ${start}`));
    assert.equal(slots.size, bookings.length, "each slot is booked once");

    const toldOf = ({ id, host_id }: Booking) =>
      ["ada@example.com", ...GUESTS, hosts.find((one) => one.id === host_id)?.email].map(
        (to) => `${id} ${String(to)}`,
      );
    const reminded = bookings.filter(({ start, created_at: madeAt }) => {
      const dueAt = Date.parse(start) - REMINDED_MS;
      return dueAt >= Date.parse(madeAt) && dueAt <= endedAt;
    });
    const remindersOf = ({ id }: Booking) => ["ada@example.com", ...GUESTS].map((to) => `${id} ${to}`);
    assert.ok(reminded.length > 0, "reminders were due");
    const isReminder = ({ subject }: Message) => subject.startsWith("Reminder: ");
    const named = (messages: readonly Message[]) =>
      messages.map(({ source, to }) => `${String(source?.id)} ${to}`).sort();
    const [told, wanted] = [bookings.flatMap(toldOf).sort(), reminded.flatMap(remindersOf).sort()];
    const messages = await until("every mail is sent", END_MS, async () => {
      const all = await allOf<Message>(token, "comms/messages", "messages");
      const known = new Set(named(all.filter(isReminder)));
      const isComplete = all.length >= told.length + wanted.length && wanted.every((one) => known.has(one));
      return isComplete && all.every(({ status }) => status === "sent") ? all : undefined;
    });
    assert.deepEqual(named(messages.filter((one) => !isReminder(one))), told);
    const due = new Set(reminded.map(({ id }) => id));
    const reminders = messages.filter(isReminder);
    assert.deepEqual(named(reminders.filter(({ source }) => due.has(source?.id ?? ""))), wanted);
    // Each reminder that came due since was sent as well, once.
    assert.equal(new Set(named(reminders)).size, reminders.length);
    const repeats = assertDelivered(receiver, messages);
    context.diagnostic(
      `${kills} kills, ${bookings.length} bookings, ${reminded.length} reminded of, ${messages.length} mails, ${repeats} repeats`,
    );
  },
);
