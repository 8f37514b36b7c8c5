import type { SystemDatabase } from "@jst/db";
import { JobQueue, type ClaimedJob, type JobOutcome, type QueueTable } from "@jst/jobs";
import type { EmailAction } from "../../gen/rpc.ts";
import { actionSignal } from "./action-signal.ts";

/** An action that this worker runs, and the mail that it is about. */
export interface ClaimedAction extends ClaimedJob {
  rule_id: string;
  rule_name: string;
  action: EmailAction;
  from_name: string;
  message_id: string;
  from: string;
  to: string;
  subject: string | null;
  text: string | null;
  contact_id: string | null;
  traceparent: string | null;
}

/** How a run ended. */
export interface ActionOutcome extends JobOutcome {
  /** The entry of the audit log about an action that failed for good, as JSON. */
  audit?: string;
}

/** Queue of actions. An action that has ended leaves it, with the audit entry of its failure: both, or neither. */
const table: QueueTable<ActionOutcome> = {
  name: "rule_actions",
  id: "id",
  claimLock: 4_776_103,
  read: `select a.team_id, a.id, c.attempts as attempt, c.lease, a.rule_id, a.rule_name, a.action, a.from_name, a.message_id,
    m."from", m."to", m.subject, m.text, m.contact_id, m.traceparent
  from claimed c
    join rule_actions a on a.team_id = c.team_id and a.id = c.id
    join messages m on m.team_id = a.team_id and m.id = a.message_id`,
  outcome: [{ name: "audit", type: "text", valueOf: ({ audit }) => audit ?? null }],
  record: `, audited as (
    insert into outbox (team_id, id, type, payload, traceparent)
    select o.team_id, (o.audit::jsonb ->> 'id')::uuid, 'audit', o.audit::json, null
    from settled o
    where o.audit is not null
  )
  select o.lease from settled o`,
};

/** The workers' side of the queue of actions. */
export class ActionQueue extends JobQueue<ClaimedAction, ActionOutcome> {
  constructor(database: SystemDatabase) {
    super(database, table, actionSignal);
  }
}
