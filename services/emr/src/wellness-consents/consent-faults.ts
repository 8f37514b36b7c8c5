import type { FieldError } from "@jst/errors";
import { uncheckedMs } from "@jst/query";

const STEP: readonly string[] = ["action", "id"];

/**
 * Finds the faults of a body of the route besides its schema: it creates a consent, or is a step of one
 * (wellness.consent).
 */
export function consentFaults(body: unknown): FieldError[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  const members = body as Readonly<Record<string, unknown>>;
  if ("action" in members || "id" in members)
    return [
      ...missing(members, STEP),
      ...Object.keys(members)
        .filter((name) => !STEP.includes(name) && CREATED.includes(name))
        .map((field) => ({
          field,
          code: "unknown_field",
          message:
            'With this action, the request can have only the field "id". Remove the field that is named here.',
        })),
    ];
  return [...missing(members, ["contact_id", "categories", "purposes"]), ...timeFaults(members)];
}

const CREATED = [
  "contact_id",
  "categories",
  "purposes",
  "status",
  "granted_at",
  "expires_at",
  "source",
  "policy_version",
  "evidence_file_id",
];

function missing(members: Readonly<Record<string, unknown>>, names: readonly string[]): FieldError[] {
  return names
    .filter((name) => members[name] === undefined)
    .map((field) => ({ field, code: "required", message: "This field is required." }));
}

function timeFaults({
  status,
  granted_at: granted,
  expires_at: expires,
}: Readonly<Record<string, unknown>>): FieldError[] {
  const faults: FieldError[] = [];
  const now = Date.now();
  if (granted !== undefined && status === "pending")
    faults.push({
      field: "granted_at",
      code: "not_allowed",
      message:
        'A pending consent cannot have granted_at. To record a consent that is not granted yet, remove granted_at. If it is granted, send the status "active".',
    });
  if (uncheckedMs(granted) > now)
    faults.push({
      field: "granted_at",
      code: "too_large",
      message: "Must not be in the future. Check the date and the time zone.",
    });
  if (uncheckedMs(expires) <= now)
    faults.push({ field: "expires_at", code: "too_small", message: "Must be in the future." });
  return faults;
}
