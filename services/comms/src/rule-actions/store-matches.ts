import type { TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import type { MatchedRule } from "../email-rules/matched-rules.ts";
import { actionSignal } from "./action-signal.ts";

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
  /** Whoever sent it is no person: nobody is written to, for the answer could come here again. */
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
