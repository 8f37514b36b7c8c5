import { Signal, type SystemDatabase } from "@jst/db";
import { JobQueue, type ClaimedJob, type QueueTable } from "@jst/jobs";

/** A member whose unread notices may be mailed now; `id` is the member's. */
export type ClaimedDigest = ClaimedJob;

/** The queue of digests. A digest whose mail is made leaves it in the transaction of the mail. */
const table: QueueTable<object> = {
  name: "digests",
  id: "member_id",
  claimLock: 4_776_105,
  read: "select c.team_id, c.member_id as id, c.attempts as attempt, c.lease from claimed c",
};

/** Digests are due a minute after they are stored: nothing rings for them. */
const digestSignal = new Signal();

/** The workers' side of the queue of digests. */
export class DigestQueue extends JobQueue<ClaimedDigest> {
  constructor(database: SystemDatabase) {
    super(database, table, digestSignal);
  }
}
