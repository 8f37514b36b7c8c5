/** Fields of conditions. */
export const fields = ["from", "from_domain", "to", "subject", "body", "has_attachment"] as const;

/** How it may ask. */
export const ops = ["eq", "neq", "contains", "ncontains", "starts_with", "ends_with", "in", "nin"] as const;

/** One thing that is asked of a message, once matchFaults has found nothing wrong with it (comms.rule-match). */
export interface EmailCondition {
  field: (typeof fields)[number];
  op: (typeof ops)[number];
  value: unknown;
}
