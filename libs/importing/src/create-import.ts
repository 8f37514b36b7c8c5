import type { Caller } from "@jst/caller";
import type { TeamTx } from "@jst/db";
import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { isTimeZone } from "@jst/query";
import type { Call, Reply } from "@jst/rpc";
import { PHONE_COUNTRIES } from "@jst/values/phone";
import { createHash } from "node:crypto";
import type { Airtable } from "./airtable/airtable.ts";
import { insertBase } from "./airtable/base-queries.ts";
import { countUnfinished, insertImport, lockCreations, storeJob, type NewImport } from "./import-queries.ts";
import {
  noCounts,
  type ImportOptions,
  type ImportTarget,
  type PartPatch,
  type SourceFacts,
  type StoredImport,
} from "./import.ts";
import type { ImportDeps } from "./import-work.ts";
import { requireQuiet } from "./may-run.ts";
import type { Features } from "./target.ts";

/** Imports of a team that have not ended (imports.limits). */
const UNFINISHED_MAX = 20;
const TEXT_BYTES_MAX = 1_048_576;
const NAME_OF_TEXT = "Pasted text";

/** Options of an import as they are sent. */
export interface OptionsSent {
  timezone?: string;
  default_country?: string | null;
  events?: boolean;
}

/** Body of a new import. */
export interface ImportCreated {
  source: {
    file_id?: string;
    upload_id?: string;
    text?: string;
    airtable?: { base_id: string; token: string };
  };
  name?: string;
  target?: ImportTarget;
  parts?: PartPatch[];
  options?: OptionsSent;
  run_when_clean?: boolean;
  preset?: string | null;
}

/** Facts of a live file of the team, or of an upload of the caller. */
export interface PinnedFile {
  id: string;
  name: string;
  size_bytes: number;
  checksum_sha256: string;
}

/** Ways to the bytes of a source. */
interface SourcesOf {
  /** Address of the imports. */
  path: string;
  /** Finds a live file; an absent and a foreign one are the same fault. */
  fileOf: (id: string) => Promise<PinnedFile | undefined>;
  /** Finds an upload of the caller that has begun no import. */
  uploadOf: (id: string) => Promise<PinnedFile | undefined>;
  /** Pins an upload with the import, and answers nothing if another import has it; absent if openBytes pins it. */
  pin?: (tx: TeamTx, uploadId: string, importId: string) => Promise<readonly unknown[]>;
}

/** Stores an import with its pinned source, and answers it once it is analysed, after 5 s at the latest. */
export async function createImport<Deps extends ImportDeps<Deps>>(
  body: ImportCreated,
  call: Call<Deps>,
  { path, pin, ...sources }: SourcesOf,
): Promise<Reply> {
  const { features, airtable } = call.deps.imports;
  const errors = [
    ...sourceFaults(body.source),
    ...optionFaults(body.options, features),
    ...presetFaults(body.preset, features),
  ];
  if (errors.length > 0) throw validationFailed(errors);
  const file = await foundSource(body.source, sources);
  requireQuiet(call.caller, body.options ?? {});
  const made = newImport(body, call.caller, file);
  const base = sealedBase(body.source, airtable, call.caller.team_id);
  return call.write(async (tx) => {
    const { teamId } = tx.context;
    tx.precede(lockCreations(teamId));
    const [unfinished] = await tx.query<{ count: number }>(countUnfinished(teamId));
    if ((unfinished?.count ?? 0) >= UNFINISHED_MAX) throw tooMany();
    const [stored] = await tx.query<StoredImport>(insertImport(tx.context, made, noCounts));
    if (stored === undefined) throw new Error("an import just stored is answered");
    const { upload_id: uploadId } = body.source;
    if (uploadId !== undefined && (await pin?.(tx, uploadId, stored.id))?.length === 0) throw noUpload();
    const { imports } = call.deps;
    if (base !== undefined) await tx.query(insertBase(teamId, stored.id, base));
    await tx.query(storeJob(teamId, stored.id, false, imports.stored));
    return {
      body: stored.body,
      headers: { location: `${call.baseUrl}${path}/${stored.id}` },
      committed: () => imports.settled(teamId, stored.id),
    };
  });
}

/** Finds the file or the upload of a source; throws 422 for an absent one. */
async function foundSource(
  { file_id: fileId, upload_id: uploadId }: ImportCreated["source"],
  { fileOf, uploadOf }: Pick<SourcesOf, "fileOf" | "uploadOf">,
): Promise<PinnedFile | undefined> {
  if (uploadId !== undefined) {
    const upload = await uploadOf(uploadId);
    if (upload === undefined) throw noUpload();
    return upload;
  }
  if (fileId === undefined) return undefined;
  const file = await fileOf(fileId);
  const message = "The team does not have this file. Check the id.";
  if (file === undefined) throw validationFailed([{ field: "source.file_id", code: "not_found", message }]);
  return file;
}

function noUpload(): AppError {
  const message =
    "You do not have this upload. It may be expired, or have begun another import. Upload the file again.";
  return validationFailed([{ field: "source.upload_id", code: "not_found", message }]);
}

function sourceFaults({
  file_id: fileId,
  upload_id: uploadId,
  text,
  airtable,
}: ImportCreated["source"]): FieldError[] {
  const isOne = [fileId, uploadId, text, airtable].filter((one) => one !== undefined).length === 1;
  const message = "Send exactly one source, such as upload_id, file_id or text.";
  if (!isOne) return [{ field: "source", code: "invalid_value", message }];
  if (Buffer.byteLength(text ?? "") <= TEXT_BYTES_MAX) return [];
  const tooLarge = `The text is larger than ${TEXT_BYTES_MAX} bytes. Upload it as a file, and send file_id.`;
  return [{ field: "source.text", code: "too_large", message: tooLarge }];
}

/** Seals the token of a base. */
function sealedBase(
  { airtable: sent }: ImportCreated["source"],
  airtable: Airtable | undefined,
  teamId: string,
) {
  if (sent === undefined) return undefined;
  if (airtable === undefined) throw new Error("imports with bases have the API of Airtable");
  return { baseId: sent.base_id, token: airtable.seal(sent.token, { teamId, baseId: sent.base_id }) };
}

/** Finds the faults of a time zone or country that does not exist, and of an option that the target does not have. */
export function optionFaults(
  { timezone, default_country: country, events }: OptionsSent = {},
  { isQuietable }: Features,
): FieldError[] {
  const errors: FieldError[] = [];
  const zone = "This is not a valid time zone. Send a name such as Europe/Berlin.";
  if (timezone !== undefined && !isTimeZone(timezone))
    errors.push({ field: "options.timezone", code: "invalid_value", message: zone });
  const code = "This is not a valid country. Send its code of ISO 3166-1, such as DE, or null.";
  if (typeof country === "string" && !PHONE_COUNTRIES.includes(country))
    errors.push({ field: "options.default_country", code: "invalid_value", message: code });
  const quiet = "Rows are always imported with their events. Leave this option out.";
  if (events !== undefined && !isQuietable)
    errors.push({ field: "options.events", code: "not_allowed", message: quiet });
  return errors;
}

function presetFaults(preset: string | null | undefined, { presets }: Features): FieldError[] {
  if (preset === undefined || preset === null || presets.includes(preset)) return [];
  const known = presets.length === 0 ? "Leave it out." : `Send one of ${presets.join(", ")}, or null.`;
  return [
    { field: "preset", code: "invalid_value", message: `This preset is not one of these imports. ${known}` },
  ];
}

function newImport(
  { source, name, target, parts = [], options = {}, run_when_clean = false, preset }: ImportCreated,
  { token_id, door, team }: Caller,
  file: PinnedFile | undefined,
): NewImport {
  const isFirst = ({ index }: PartPatch) => index === 0;
  const first = { index: 0, ...parts.find(isFirst), ...(target && { target }) };
  const sent = target === undefined ? parts : [first, ...parts.filter((part) => !isFirst(part))];
  const unknown = { format: null, encoding: null, delimiter: null, header: null, guessed: [] };
  const { text = "", airtable } = source;
  const kind = source.upload_id === undefined ? "file" : "upload";
  const facts = factsOf(file && { kind, ...file }, { text, name, baseId: airtable?.base_id });
  const values: ImportOptions = {
    timezone: options.timezone ?? team.timezone,
    default_country: options.default_country === undefined ? (team.country ?? null) : options.default_country,
    ...(options.events !== undefined && { events: options.events }),
  };
  return {
    name: name ?? facts.name,
    source: { ...facts, ...unknown, ...(preset !== undefined && { stated: { preset } }) },
    options: values,
    sent: sent.length === 0 ? null : sent,
    run_when_clean,
    acting: { token_id, door },
    content: file === undefined && airtable === undefined ? text : null,
    file_id: file?.id ?? null,
  };
}

/** Facts of a source before its analysis; the records of a base are not read yet. */
function factsOf(
  file: (PinnedFile & Pick<SourceFacts, "kind">) | undefined,
  { text, name, baseId }: { text: string; name: string | undefined; baseId: string | undefined },
) {
  if (file !== undefined)
    return { kind: file.kind, name: file.name, bytes: file.size_bytes, sha256: file.checksum_sha256 };
  const own = { bytes: Buffer.byteLength(text), sha256: digestOf(text) };
  if (baseId !== undefined) return { kind: "airtable" as const, name: name ?? `Airtable ${baseId}`, ...own };
  return { kind: "text" as const, name: name ?? NAME_OF_TEXT, ...own };
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function tooMany(): AppError {
  const detail = `The team already has ${UNFINISHED_MAX} unfinished imports, which is the maximum. Run, cancel or delete one.`;
  return new AppError("limit_reached", detail);
}
