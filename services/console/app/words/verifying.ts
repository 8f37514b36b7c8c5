import type { Schemas } from "../api.ts";

type Verification = Schemas["AuditVerification"];

const LOGS: Readonly<Record<Verification["log"], string>> = {
  audit: "The audit",
  phi: "The record of looks at health data",
};

const FAULTS: Readonly<Record<NonNullable<Verification["broken"]>["reason"], string>> = {
  changed: "was changed after it was written",
  missing: "is missing",
  head_moved: "is not where the log is recorded to end",
  not_as_signed: "is not what had been signed",
};

const count = new Intl.NumberFormat("en");

/** Of the verification of the audit. */
export const VERIFYING = {
  title: "Verification",
  verify: "Verify",
  says: "Each entry holds a digest of the one before it. Verifying computes all of them anew, and finds what was changed or taken away.",
  /** While it goes on. */
  soFar: ({ log, entries }: Verification) =>
    `${LOGS[log]}: ${count.format(entries)} entries are whole so far.`,
  begins: "The audit is being verified.",
  /** Once a log has been verified to its end, or to what breaks it. */
  found: ({ log, entries, broken }: Verification) =>
    broken === null
      ? entries === 0
        ? `${LOGS[log]} is whole: it has no entry yet.`
        : `${LOGS[log]} is whole: ${count.format(entries)} entries, none changed and none missing.`
      : `${LOGS[log]} is broken: entry ${count.format(broken.seq)} ${FAULTS[broken.reason]}. ${count.format(entries)} before it are whole.`,
  tell: "Tell whoever runs the platform, and keep this page: what stands behind that entry cannot be relied upon.",
} as const;
