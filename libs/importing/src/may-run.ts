import { isModuleOn, requireRight, type Caller } from "@jst/caller";
import { queuedBy, type ApprovalRule } from "@jst/changes";
import { AppError } from "@jst/errors";
import { decide, type Hop } from "@jst/rpc";
import type { ImportPart } from "./import.ts";
import type { Access, Targets } from "./target.ts";
import type { ImportParts } from "./work.ts";

type RulesPart = Pick<ImportParts<never>, "ruleOn">;

/** Work of a caller on parts, within a hop. */
interface Acted {
  parts: readonly ImportPart[];
  hop: Hop;
  /** Whether the work stores files of the team. */
  hasFiles?: boolean;
}

/** Reports whether what the caller imports takes effect without an approval by the matrix (trust.matrix). */
export const isAtOnce = (caller: Caller): boolean =>
  decide(caller, { readOnly: false, trust: "matrix" }) === "execute";

/** Reports whether what the caller imports takes effect without an approval, by the matrix and the team's rules. */
export async function mayRun({ ruleOn }: RulesPart, caller: Caller, { parts, hop }: Acted): Promise<boolean> {
  return isAtOnce(caller) && (await ruleOn(caller, hop, parts)) === undefined;
}

/** Reports whether the run loads attachments of a base for a part (imports.airtable-files). */
export const loadsFiles = ({ target, columns }: ImportPart): boolean =>
  target !== null && columns.some(({ to, guess }) => to !== null && guess.type === "file");

/** Returns the rule that makes a run wait for an approval (imports.propose). Throws rule_refused if one refuses it. */
export async function queuingRule(
  { ruleOn }: RulesPart,
  caller: Caller,
  { parts, hop, hasFiles }: Acted,
): Promise<ApprovalRule | undefined> {
  return queuedBy(await ruleOn(caller, hop, parts, hasFiles));
}

/** Rejects with 403 proposals_unavailable unless a page of a run takes effect at once, or was approved with the run. */
export async function requireRun(
  rules: RulesPart,
  caller: Caller,
  { isApproved, ...acted }: Acted & { isApproved: boolean },
): Promise<void> {
  const rule = await queuingRule(rules, caller, acted);
  if (isApproved || (rule === undefined && isAtOnce(caller))) return;
  throw new AppError(
    "proposals_unavailable",
    "Writes of this caller need an approval now. Run the import again, and an approver decides on it.",
  );
}

/** Throws 403 unless the caller has the right, and the team the module. */
export function requireAccess({ resource, module }: Access, caller: Caller): void {
  requireRight(caller, resource, "write");
  if (isModuleOn(caller.team.modules, module)) return;
  const detail = `The module ${module} is off for this team. Ask an owner or admin to turn it on, and import again.`;
  throw new AppError("module_disabled", detail);
}

/** Throws 403 unless the caller may write into the targets of all parts (imports.articles). */
export function requireTargetAccess(
  { accessOf }: Pick<Targets<never>, "accessOf">,
  caller: Caller,
  parts: readonly ImportPart[],
): void {
  for (const part of parts) {
    const access = part.target === null ? undefined : accessOf?.(part);
    if (access !== undefined) requireAccess(access, caller);
  }
}

const QUIET_ROLES: readonly (string | undefined)[] = ["owner", "admin"];

/** Rejects with 403 insufficient_scope a caller who may not write without events (imports.events). */
export function requireQuiet({ token_type: type, role }: Caller, { events }: { events?: boolean }): void {
  if (events !== false || type === "service" || QUIET_ROLES.includes(role)) return;
  const detail =
    "Only service tokens, owners and admins import without events. Leave out options.events, or ask one of them.";
  throw new AppError("insufficient_scope", detail);
}
