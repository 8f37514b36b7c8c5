import { randomUUID } from "node:crypto";
import {
  describeMigrations,
  describeTenancy,
  insertSampleProposal,
  outboxExceptions,
  testDatabase,
} from "@jst/testing";
import { eventTypes } from "./event-types/event-type.ts";
import { texts } from "./texts.ts";

const database = await testDatabase("scheduling");

describeMigrations("scheduling");

describeTenancy("scheduling", {
  database,
  texts,
  exceptions: {
    ...outboxExceptions,
    policies: {
      ...outboxExceptions.policies,
      "bookings.worker": "the clock sees when what is booked begins and ends",
      "event_types.worker": "the clock sees of which bookings it reminds, and when",
      "new_contacts.worker": "the worker makes the contacts that bookings of all teams still need",
      "reminders.worker": "the clock sees of what it has reminded",
      "booking_secrets.lookup": "who opens an address belongs to no team yet",
      "guest_secrets.lookup": "who opens an address belongs to no team yet",
    },
  },
  fill: async (tx) => {
    await insertSampleProposal(tx);
    const host = randomUUID();
    const { body } = await eventTypes.insert(tx, eventTypes.draft({ name: "Call", host_id: host }), {
      baseUrl: "",
    });
    const { teamId } = tx.context;
    const insert = (text: string, values: unknown[]) => tx.query({ text, values: [teamId, ...values] });
    await insert(
      `insert into scheduling.schedules (team_id, id, weekly, overrides, blocks, created_by_type, created_by_id)
values ($1, $2, '[]', '[]', '[]', 'system', '')`,
      [host],
    );
    await insert(
      `insert into scheduling.bookings (team_id, event_type_id, host_id, status, start, "end", held_from, held_to,
  timezone, duration_minutes, attendee, guests, location, answers, source, created_by_type, created_by_id)
values ($1, $2, $3, 'booked', now(), now() + interval '1 hour', now(), now() + interval '1 hour', 'UTC', 60,
  '{}', '{}', '{}', '{}', 'api', 'system', '')`,
      [(JSON.parse(body as string) as { id: string }).id, host],
    );
    await insert(
      `insert into scheduling.reminders (team_id, booking_id, due_at)
select $1, b.id, now() from scheduling.bookings b where b.team_id = $1`,
      [],
    );
    await insert(
      `insert into scheduling.new_contacts (team_id, booking_id, contact_id, due_at)
select $1, b.id, uuidv7(), now() from scheduling.bookings b where b.team_id = $1`,
      [],
    );
    await insert(
      `insert into scheduling.booking_secrets (team_id, booking_id, hash)
select $1, b.id, sha256(b.id::text::bytea) from scheduling.bookings b where b.team_id = $1`,
      [],
    );
    await insert(
      `insert into scheduling.guest_secrets (team_id, booking_id, guest, hash)
select $1, b.id, 'bo@example.org', sha256(b.id::text::bytea) from scheduling.bookings b where b.team_id = $1`,
      [],
    );
    await insert(
      `insert into scheduling.settings (team_id, id, organizer, created_by_type, created_by_id)
values ($1, $1, 'team', 'system', '')`,
      [],
    );
  },
});
