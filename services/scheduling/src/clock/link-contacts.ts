import { Signal, SystemDatabase, type Database } from "@jst/db";
import {
  JobQueue,
  JobWorker,
  type ClaimedJob,
  type HeldJob,
  type JobOutcome,
  type QueueTable,
} from "@jst/jobs";
import type { Logger } from "@jst/telemetry";
import type { NewContact, NewContacts } from "../bookings/contacts.ts";
import { clockContext } from "./clock.ts";

/** A contact that this worker makes. */
interface ClaimedContact extends ClaimedJob {
  contact_id: string;
}

const table: QueueTable<JobOutcome> = {
  name: "new_contacts",
  id: "booking_id",
  claimLock: 4_776_104,
  carried: ["contact_id"],
  read: "select c.team_id, c.booking_id as id, c.attempts as attempt, c.lease, c.contact_id from claimed c",
};

/** Contacts being made in one process, and of one team over all of them. */
const inFlightMax = 16;
const inFlightPerTeam = 8;
/** Longer than one attempt takes, so that only a dead worker's are made again. */
const leaseMs = 15_000;
/** crm may be back at any time, and a booking has its contact within seconds then. */
const retryAfterMs = 1_500;
const poolSize = 2;

/** Options of the worker. */
export interface LinkerOptions {
  /** Connection of role scheduling_worker. */
  connectionString: string;
  database: Database;
  newContacts: NewContacts;
  logger: Logger;
}

/** Starts to make the contacts that bookings still need (scheduling.contact). */
export function startLinker(options: LinkerOptions): { stop(): Promise<void> } {
  const { connectionString, logger } = options;
  const workers = new SystemDatabase({ connectionString, poolSize, applicationName: "scheduling_contacts" });
  const worker = new JobWorker<ClaimedContact>({
    name: "contacts of bookings",
    queue: new JobQueue(workers, table, new Signal()),
    limits: { perLane: inFlightPerTeam, perTeam: inFlightPerTeam, leaseMs },
    inFlightMax,
    work: (held) => makeContact(held, options),
    logger,
  });
  worker.start();
  return {
    stop: async () => {
      await worker.stop();
      await workers.close();
    },
  };
}

async function makeContact(
  { job, record }: HeldJob<ClaimedContact, JobOutcome>,
  { database, newContacts, logger }: LinkerOptions,
): Promise<void> {
  const context = clockContext(job.team_id);
  const [made] = await database.read<Pick<NewContact, "attendee" | "actor">>(context, {
    name: "scheduling.new_contacts.booking",
    text: `select t.attendee, json_build_object('type', t.created_by_type, 'id', t.created_by_id) as actor
from scheduling.bookings t where t.team_id = $1 and t.id = $2`,
    values: [job.team_id, job.id],
  });
  if (made === undefined) throw new Error("A booking that was written is gone.");
  const linked = await newContacts.link(context, { ...made, bookingId: job.id, contactId: job.contact_id });
  if (linked === "refused")
    logger.error({ booking: job.id, team: job.team_id }, "crm refuses the contact of a booking for good");
  await record(linked === undefined ? { retryAfterMs } : {});
}
