import type { Schemas } from "../api.ts";

/** Records whose members a page shows one by one. */
type Listed = Schemas[
  | "Contact"
  | "StoredFile"
  | "Article"
  | "Form"
  | "Booking"
  | "EventType"
  | "Invoice"
  | "Quote"
  | "Subscription"
  | "Message"
  | "Template"
  | "WebhookDetail"
  | "ApprovalRule"];

/** Names of the members of a type, also of those inside of them. */
type NameIn<T> = T extends readonly (infer One)[]
  ? NameIn<One>
  : T extends object
    ? string extends keyof T
      ? never
      : { [Name in keyof T & string]-?: Name | NameIn<NonNullable<T[Name]>> }[keyof T & string]
    : never;

/** Names of members that a page of a record shows. */
type Name = NameIn<Listed>;

/** Members for programs, which stand in the fold Details. */
const FOR_PROGRAMS = [
  "checksum_sha256",
  "client_ids",
  "endpoint_id",
  "external_id",
  "file_id",
  "headers",
  "ical_sequence",
  "id",
  "maps_to",
  "metadata",
  "payload",
  "product_ref",
  "provider_id",
  "result_ref",
  "slug",
  "source_archive_id",
  "template_id",
  "uid",
  "version",
] as const satisfies readonly Name[];

/** Names of members that people read. */
export type ReadName = Exclude<Name, (typeof FOR_PROGRAMS)[number]>;

/** Members whose values are words of the API. */
const CHOICES: readonly Name[] = [
  ...([
    "type",
    "kind",
    "status",
    "visibility",
    "lifecycle_stage",
    "single_submission_by",
    "location_type",
  ] as const),
  ...(["cancelled_by_role", "tax_category", "tax_behavior", "tax_rounding", "interval", "retries"] as const),
  ...([
    "collection_method",
    "direction",
    "channel",
    "purpose",
    "attention",
    "outcome",
    "last_error",
  ] as const),
  ...(["doors", "actor_types", "resources", "ops", "roles"] as const),
];

/** Whether the values of a member are words of the API. */
export const isChoice = (name: string): boolean => (CHOICES as readonly string[]).includes(name);

/** Whether a member is for programs alone. */
export const isForPrograms = (name: string): boolean => (FOR_PROGRAMS as readonly string[]).includes(name);
