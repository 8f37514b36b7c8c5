import { Signal, type SystemDatabase, type TeamTx } from "@jst/db";
import { JobQueue, type ClaimedJob, type JobOutcome, type QueueTable } from "@jst/jobs";
import type { EmailAction } from "../../gen/rpc.ts";
import { publish } from "@jst/events";
import type { MatchedRule } from "../email-rules/matches.ts";

/** Rings when something of this process may have made an action of a rule due. */
export const actionSignal = new Signal();

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

/** A mail that is stored. */
interface StoredMail {
  id: string;
  contact_id: string | null;
}

/** Matches of rules. */
export interface Matches {
  matched: readonly MatchedRule[];
  sender: { name: string; address: string };
  subject: string | null;
  /** The sender is not a person: no mail is sent to it, because an answer could come here again. */
  isAutomatic: boolean;
}

/**
 * Stores that a mail has matched rules, in the transaction that stores the mail: an event for each rule, and the
 * actions, which a worker then runs (comms.rule-run).
 */
export async function storeMatches(
  tx: TeamTx,
  { id, contact_id }: StoredMail,
  { matched, sender, subject, isAutomatic }: Matches,
): Promise<void> {
  for (const { id: ruleId, name } of matched) {
    const object = { rule: { id: ruleId, name }, message_id: id, from: sender.address, subject, contact_id };
    publish(tx, { type: "email.rule_matched", id, object });
  }
  const actions = matched.flatMap((rule) =>
    rule.actions
      .filter(({ type }) => !isAutomatic || type !== "notify")
      .map((action) => ({ rule_id: rule.id, rule_name: rule.name, action })),
  );
  if (actions.length === 0) return;
  await tx.query({
    name: "comms.rule_actions.store",
    text: `insert into comms.rule_actions (team_id, message_id, rule_id, rule_name, action, from_name)
      select $1, $2, v.rule_id, v.rule_name, v.action, $4
      from jsonb_to_recordset($3::jsonb) v (rule_id uuid, rule_name text, action jsonb)`,
    values: [tx.context.teamId, id, JSON.stringify(actions), sender.name],
    signal: actionSignal,
  });
}
