import type { CallerVerifier } from "@jst/caller";
import { callersFrom, canBeStopped, rulesFrom, type ProposerPeer, type RulesOf } from "@jst/changes";
import { AppError } from "@jst/errors";
import { Airtable, ImportWork, type AirtableOptions, type CallerNow, type ImportParts } from "@jst/importing";
import type { Deps } from "../deps.ts";
import { fileRecords } from "../files/file.ts";
import type { FileStore } from "../files/store/file-store.ts";
import { resources } from "../resources.ts";
import { tableTargets } from "./table-targets.ts";

/** Parts of the work on imports, of the process or of a test. */
interface WorkParts extends Pick<ImportParts<Deps>, "database" | "logger" | "baseUrl" | "deps"> {
  airtable: AirtableOptions;
  store: FileStore;
  workerUrl: string;
  callerOf: CallerNow;
  rulesOf: RulesOf;
  leaseMs?: number;
}

/** Resources that an import into tables changes. */
const CHANGED = Object.fromEntries(
  Object.entries(resources).filter(([name]) => ["rows", "tables", "columns"].includes(name)),
);

/** Makes the worker on imports into tables. */
export function tableImports({ store, rulesOf, airtable, ...parts }: WorkParts): ImportWork<Deps> {
  return new ImportWork<Deps>({
    ...parts,
    airtable: new Airtable(airtable),
    access: { resource: "tables", module: "tables" },
    claimLock: 4_776_110,
    isRuled: (caller, hop, hasFiles = false) =>
      canBeStopped(
        { resources: hasFiles ? { ...CHANGED, files: fileRecords } : CHANGED, rulesOf },
        caller,
        hop,
      ),
    targets: tableTargets,
    openBytes: (teamId, { id, size }) => store.read({ teamId, id }, { start: 0, end: size - 1 }),
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
  return tableImports({
    ...parts,
    callerOf: callersFrom(auth, verifyCaller, gone),
    rulesOf: rulesFrom(auth),
  });
}

/** A run goes on for the token that began it alone (imports.caller). */
const gone = (cause: Error): AppError =>
  new AppError(
    "revoked_token",
    "The token that began this work is revoked, or its member is suspended. Import again with another token.",
    { cause },
  );
