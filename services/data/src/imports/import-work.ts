import type { CallerVerifier } from "@jst/caller";
import {
  callersFrom,
  rulesFrom,
  stoppingRule,
  type ProposerPeer,
  type Resources,
  type RulesOf,
} from "@jst/changes";
import { AppError } from "@jst/errors";
import {
  Airtable,
  ImportWork,
  type AirtableOptions,
  type CallerNow,
  type ImportPart,
  type ImportParts,
} from "@jst/importing";
import type { Deps } from "../deps.ts";
import { fileRecords } from "../files/file.ts";
import type { FileStore } from "../files/store/file-store.ts";
import { resources } from "../resources.ts";
import { dataTargets } from "./table-targets.ts";
import { releaseUpload } from "../import-uploads/uploads.ts";

/** Parts of the work on imports, of the process or of a test. */
interface WorkParts extends Pick<ImportParts<Deps>, "database" | "logger" | "baseUrl" | "deps"> {
  airtable: AirtableOptions;
  store: FileStore;
  workerUrl: string;
  callerOf: CallerNow;
  rulesOf: RulesOf;
  leaseMs?: number;
}

const some = (...names: string[]) =>
  Object.fromEntries(Object.entries(resources).filter(([name]) => names.includes(name)));

/** Resources that the parts of an import change. */
const CHANGED = { tables: some("rows", "tables", "columns"), articles: some("articles", "files") };

function changedBy(parts: readonly ImportPart[]): Resources {
  const isArticles = ({ target }: ImportPart) => target?.kind === "articles";
  const mapped = parts.filter(({ target }) => target !== null);
  return {
    ...(mapped.every(isArticles) ? {} : CHANGED.tables),
    ...(mapped.some(isArticles) ? CHANGED.articles : {}),
  };
}

/** Operations of a run. */
const IMPORTED = ["create", "update"] as const;

/** Names the tables that rows of the parts go to; undefined where rows may make rows of others (imports.links). */
function tablesOf(parts: readonly ImportPart[]): readonly string[] | undefined {
  const mapped = parts.filter(({ target }) => target !== null);
  if (mapped.some(({ columns }) => columns.some(({ on_unknown: unknown }) => unknown === "create")))
    return undefined;
  return mapped.flatMap(({ target }) => target?.table_id ?? []);
}

/** Makes the worker on imports into tables and articles. */
export function dataImports({ store, rulesOf, airtable, ...parts }: WorkParts): ImportWork<Deps> {
  return new ImportWork<Deps>({
    ...parts,
    airtable: new Airtable(airtable),
    service: "data",
    page: "/console/imports",
    access: { resource: "tables", module: "tables" },
    claimLock: 4_776_110,
    ruleOn: (caller, hop, parts, hasFiles = false) => {
      const changed = { ...changedBy(parts), ...(hasFiles && { files: fileRecords }) };
      const work = { resources: changed, ops: IMPORTED, tableIds: tablesOf(parts) };
      return stoppingRule({ rulesOf, work }, caller, hop);
    },
    targets: dataTargets,
    releaseBytes: (teamId, importId) => releaseUpload({ database: parts.database, store }, teamId, importId),
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
  return dataImports({
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
