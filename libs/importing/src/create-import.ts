import type { Caller } from "@jst/caller";
import { AppError, type FieldError, validationFailed } from "@jst/errors";
import { isTimeZone } from "@jst/query";
import type { Call, Reply } from "@jst/rpc";
import { createHash } from "node:crypto";
import { countUnfinished, insertImport, lockCreations, storeJob, type NewImport } from "./import-queries.ts";
import {
  noCounts,
  type ImportOptions,
  type ImportTarget,
  type Preset,
  type PartPatch,
  type StoredImport,
} from "./import.ts";
import type { ImportDeps } from "./import-work.ts";

/** Imports of a team that have not ended (imports.limits). */
const UNFINISHED_MAX = 20;
const TEXT_BYTES_MAX = 1_048_576;
const NAME_OF_TEXT = "Pasted text";

/** Options of an import as they are sent. */
export interface OptionsSent {
  timezone?: string;
  default_country?: string | null;
}

/** Body of a new import. */
export interface ImportCreated {
  source: { file_id?: string; text?: string };
  name?: string;
  target?: ImportTarget;
  parts?: PartPatch[];
  options?: OptionsSent;
  preset?: Preset;
  run_when_clean?: boolean;
}

/** Facts of a live file of the team. */
export interface PinnedFile {
  id: string;
  name: string;
  size_bytes: number;
  checksum_sha256: string;
}

/**
 * Stores an import with its pinned source, and answers it once it is analysed, after 5 s at the latest. `fileOf` finds
 * a live file; an absent and a foreign one are the same fault.
 */
export async function createImport<Deps extends ImportDeps<Deps>>(
  body: ImportCreated,
  call: Call<Deps>,
  { path, fileOf }: { path: string; fileOf: (id: string) => Promise<PinnedFile | undefined> },
): Promise<Reply> {
  const { file_id: fileId, text } = body.source;
  const errors = [...sourceFaults(body.source), ...zoneFaults(body.options)];
  const file = fileId === undefined || errors.length > 0 ? undefined : await fileOf(fileId);
  const message = "The team does not have this file. Check the id.";
  if (fileId !== undefined && errors.length === 0 && file === undefined)
    errors.push({ field: "source.file_id", code: "not_found", message });
  if (errors.length > 0) throw validationFailed(errors);
  const made = newImport(body, call.caller, file, text ?? "");
  return call.write(async (tx) => {
    const { teamId } = tx.context;
    tx.precede(lockCreations(teamId));
    const [unfinished] = await tx.query<{ count: number }>(countUnfinished(teamId));
    if ((unfinished?.count ?? 0) >= UNFINISHED_MAX) throw tooMany();
    const [stored] = await tx.query<StoredImport>(insertImport(tx.context, made, noCounts));
    if (stored === undefined) throw new Error("an import just stored is answered");
    const { imports } = call.deps;
    await tx.query(storeJob(teamId, stored.id, false, imports.stored));
    return {
      body: stored.body,
      headers: { location: `${call.baseUrl}${path}/${stored.id}` },
      committed: () => imports.settled(teamId, stored.id),
    };
  });
}

function sourceFaults({ file_id: fileId, text }: ImportCreated["source"]): FieldError[] {
  const isOne = (fileId === undefined) !== (text === undefined);
  if (!isOne) return [{ field: "source", code: "invalid_value", message: "Send either file_id or text." }];
  if (Buffer.byteLength(text ?? "") <= TEXT_BYTES_MAX) return [];
  const message = `The text is larger than ${TEXT_BYTES_MAX} bytes. Upload it as a file, and send file_id.`;
  return [{ field: "source.text", code: "too_large", message }];
}

/** Finds the fault of a time zone that does not exist. */
export function zoneFaults({ timezone }: OptionsSent = {}): FieldError[] {
  if (timezone === undefined || isTimeZone(timezone)) return [];
  const message = "This is not a valid time zone. Send a name such as Europe/Berlin.";
  return [{ field: "options.timezone", code: "invalid_value", message }];
}

function newImport(
  { name, target, parts = [], options = {}, preset, run_when_clean = false }: ImportCreated,
  { token_id, door, team }: Caller,
  file: PinnedFile | undefined,
  text: string,
): NewImport {
  const isFirst = ({ index }: PartPatch) => index === 0;
  const first = { index: 0, ...parts.find(isFirst), ...(target && { target }) };
  const sent = target === undefined ? parts : [first, ...parts.filter((part) => !isFirst(part))];
  const unknown = { format: null, encoding: null, delimiter: null, header: null, guessed: [] };
  const facts =
    file === undefined
      ? {
          kind: "text" as const,
          name: name ?? NAME_OF_TEXT,
          bytes: Buffer.byteLength(text),
          sha256: digestOf(text),
        }
      : { kind: "file" as const, name: file.name, bytes: file.size_bytes, sha256: file.checksum_sha256 };
  const values: ImportOptions = {
    timezone: options.timezone ?? team.timezone,
    default_country: options.default_country === undefined ? (team.country ?? null) : options.default_country,
  };
  return {
    name: name ?? file?.name ?? NAME_OF_TEXT,
    source: { ...facts, ...unknown },
    options: values,
    sent: sent.length === 0 ? null : sent,
    preset: preset ?? null,
    run_when_clean,
    acting: { token_id, door },
    content: file === undefined ? text : null,
    file_id: file?.id ?? null,
  };
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function tooMany(): AppError {
  const detail = `The team already has ${UNFINISHED_MAX} unfinished imports, which is the maximum. Run, cancel or delete one.`;
  return new AppError("limit_reached", detail);
}
