import type { CallerVerifier } from "@jst/caller";
import { callersFrom, rulesFrom, stoppingRule, type ProposerPeer, type RulesOf } from "@jst/changes";
import { AppError } from "@jst/errors";
import { ImportWork, type CallerNow, type ImportParts } from "@jst/importing";
import { contacts } from "../contacts/contact.ts";
import type { Deps } from "../deps.ts";
import { contactTargets } from "./contact-targets.ts";
import { filesOf, type FilesPeer } from "./source-files.ts";

/** Parts of the work on imports, of the process or of a test. */
interface WorkParts extends Pick<ImportParts<Deps>, "database" | "logger" | "baseUrl" | "deps"> {
  data: FilesPeer;
  workerUrl: string;
  callerOf: CallerNow;
  rulesOf: RulesOf;
  leaseMs?: number;
}

/** Makes the worker on imports into contacts. */
export function contactImports({ data, rulesOf, ...parts }: WorkParts): ImportWork<Deps> {
  const work = { resources: { contacts: contacts.recorded() }, ops: ["create", "update"] as const };
  return new ImportWork<Deps>({
    ...parts,
    ...filesOf(data),
    service: "crm",
    page: "/console/contact-imports",
    access: { resource: "contacts", module: "contacts" },
    claimLock: 4_776_111,
    ruleOn: (caller, hop) => stoppingRule({ rulesOf, work }, caller, hop),
    targets: contactTargets,
  });
}

/** Makes the same, with the callers that auth signs. */
export function importWork({
  auth,
  verifyCaller,
  ...parts
}: Omit<WorkParts, "callerOf" | "rulesOf"> & {
  auth: Pick<ProposerPeer, "callerFor" | "getRules">;
  verifyCaller: CallerVerifier["verify"];
}): ImportWork<Deps> {
  const callerOf = callersFrom(auth, verifyCaller, gone);
  return contactImports({ ...parts, callerOf, rulesOf: rulesFrom(auth) });
}

/** A run goes on for the token that began it alone (imports.caller). */
const gone = (cause: Error): AppError =>
  new AppError(
    "revoked_token",
    "The token that began this work is revoked, or its member is suspended. Import again with another token.",
    { cause },
  );
