import type { RuleCondition } from "../../gen/rpc.ts";

/** Resource of a rule, as changesets name it. */
export type RuleResource = NonNullable<RuleCondition["resources"]>[number];

/** Resources whose changes each service records: what a rule can name (rules.conditions). */
export const resourcesOfServices = {
  data: ["articles", "artifacts", "bases", "blocks", "columns", "files", "rows", "tables", "views"],
  crm: ["answer_sheets", "comments", "contacts", "forms", "packets", "submissions", "tasks", "workflows"],
  webhooks: ["webhooks"],
  comms: ["consents", "email_rules", "messages", "suppressions", "templates"],
  scheduling: ["bookings", "event_types", "schedules", "scheduling_settings"],
  commerce: ["checkouts", "invoices", "quotes", "subscriptions"],
  emr: ["consents", "observations"],
} as const satisfies Record<string, readonly RuleResource[]>;

/** True if exactly one service has all of the resources. */
export function areOfOneService(resources: readonly RuleResource[]): boolean {
  const all: readonly (readonly RuleResource[])[] = Object.values(resourcesOfServices);
  return all.filter((own) => resources.every((name) => own.includes(name))).length === 1;
}

/** Reports whether changes of one of the resources have a total in money (rules.sums). */
export const haveTotals = (resources: readonly RuleResource[]): boolean =>
  resourcesOfServices.commerce.some((name) => resources.includes(name));
