import type { Schemas } from "../api.ts";

type Verification = Schemas["AuditVerification"];

const LOGS: Readonly<Record<Verification["log"], string>> = {
  audit: "The audit log",
  phi: "The access log of health records",
};

const FAULTS: Readonly<Record<NonNullable<Verification["broken"]>["reason"], string>> = {
  changed: "was changed after it was written",
  missing: "is missing",
  head_moved: "does not match the recorded end of the log",
  not_as_signed: "differs from the signed copy",
};

const count = new Intl.NumberFormat("en");

export const VERIFYING = {
  title: "Verification",
  verify: "Verify",
  says: "Verify checks that no entry of the log was changed or removed after it was written.",
  /** While it goes on. */
  soFar: ({ log, entries }: Verification) =>
    `${LOGS[log]}: ${count.format(entries)} entries are intact so far.`,
  begins: "Verification is running.",
  /** Once a log has been verified to its end, or to what breaks it. */
  found: ({ log, entries, broken }: Verification) =>
    broken === null
      ? entries === 0
        ? `${LOGS[log]} is intact: it has no entries yet.`
        : `${LOGS[log]} is intact: ${count.format(entries)} entries, none changed and none missing.`
      : `${LOGS[log]} is broken: entry ${count.format(broken.seq)} ${FAULTS[broken.reason]}. The ${count.format(entries)} entries before it are intact.`,
  tell: "Contact your administrator and keep this page open. Entries after this one cannot be trusted.",
} as const;
