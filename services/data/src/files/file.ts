import type { Change, Conflict } from "@jst/changes";
import type { Row, Statement, TeamTx } from "@jst/db";
import { resource } from "@jst/resource";
import { storedFileDeclaration } from "../../gen/resources.ts";
import type { StagedFile, StagedUpload } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { givenFolder, givenName } from "./file-name.ts";
import { kept, type KeptFile } from "./kept-file.ts";
import { requireQuota, requireLockedQuota } from "./limits.ts";
import { signAddresses } from "./sign-addresses.ts";

/** Files of a team (files.file): their rows. Their bytes are in the store. */
export const files = resource(storedFileDeclaration)<Deps>({
  normalise: {
    name: givenName,
    folder: givenFolder,
    tags: (tags: string[]) => [...new Set(tags)],
  },
  texts: "t.name",
  shown: {
    uploadedBy: "t.uploaded_by",
    public_url: "'/p/files/' || t.public_secret",
    status: "case when t.deleted_at is null then 'ready' else 'deleted' end",
  },
  filters: {
    mime_type: (type, params) => `starts_with(t.mime_type, ${params.add(type, "text")})`,
    folder: (folder, params) => {
      if (folder === "/") return "t.folder_key is null";
      const given = params.add(folder, "text");
      return `t.folder_key = md5(${given})::uuid and t.folder = ${given}`;
    },
    tag: (tag, params) => `t.tags operator(platform.&&&) ${params.add([tag], "text[]")}`,
    uploadedBy: (id, params) => `t.uploaded_by = ${params.add(id, "uuid")}`,
  },
});

/** Lifetime of an address by which a decider of an upload looks at its files. */
const LOOKED_AT_SECONDS = 300;

/**
 * Facts that libs/changes needs about files: members that count against the quota, and that purged bytes do not return.
 */
export const fileRecords = files.recorded({
  hidden: ["purged_at", "public_secret"],
  images: { names: { uploaded_by: "uploadedBy" }, moving: ["public_secret"] },
  proposed: requireLockedQuota,
  offered: async (ids, { database, context, baseUrl }) => {
    const signed = await signAddresses(database, context, ids, {
      seconds: LOOKED_AT_SECONDS,
      isSaved: false,
    });
    return signed.map(({ address }) => ({ content_url: `${baseUrl}/p/files/${address}` }));
  },
  undo: {
    settle: async (tx, changes, { team }) => {
      const gone = purged(changes);
      if (gone.length === 0) await requireQuota(tx, team);
      return gone;
    },
  },
});

function purged(changes: readonly Change[]): Conflict[] {
  return changes
    .filter(({ after }) => after !== null && after["deleted_at"] === null && after["purged_at"] !== null)
    .map(({ resource: name, id }) => ({
      resource: name,
      id,
      fields: [],
      reason: "The content of the file is already removed.",
    }));
}

/** A file that has just been stored. */
export interface NewFile extends Row {
  id: string;
  version: number;
  body: string;
}

/** The JSON of an uploaded file; of an archive with what was unpacked and what was left out. */
function withEntries(
  { extracted, skipped, guessed_names = [] }: StagedFile,
  body: string,
  byId: ReadonlyMap<string, NewFile>,
): string {
  if (extracted === undefined) return body;
  const entries = extracted.flatMap(({ id }) => byId.get(id)?.body ?? []);
  return `${body.slice(0, -1)},"extracted":[${entries.join()}],"skipped":${JSON.stringify(skipped ?? [])},"guessed_names":${JSON.stringify(guessed_names)}}`;
}

/** Stores the rows of an upload and of what was unpacked; answers those of the files that were sent, in their order. */
export async function insertFiles(
  tx: TeamTx,
  { files: staged, visibility, tags, keep_location = false }: StagedUpload,
  uploadedBy = tx.context.tokenId,
): Promise<NewFile[]> {
  const { teamId, actorType, actorId } = tx.context;
  const all = staged.flatMap(({ extracted = [], ...file }) => [
    file,
    ...extracted.map((entry) => ({ ...entry, source_archive_id: file.id })),
  ]);
  const rows = await tx.query<NewFile>({
    name: "data.files.insert_many",
    text: `insert into data.files as t (team_id, id, name, mime_type, size_bytes, checksum_sha256, visibility, folder, tags,
        keep_location, uploaded_by, source_archive_id, created_by_type, created_by_id)
      select $1, v.id, v.name, v.mime_type, v.size_bytes, v.checksum_sha256, $3, v.folder, $4::text[], $8,
        $5, v.source_archive_id, $6, $7
      from jsonb_populate_recordset(null::data.files, $2::jsonb) v
      returning t.id, t.version, ${files.store.texts.json}::text as body`,
    values: [teamId, JSON.stringify(all), visibility, tags, uploadedBy, actorType, actorId, keep_location],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id } of all) {
    const row = byId.get(id);
    if (row !== undefined) files.publish(tx, row);
  }
  return staged.flatMap((file) => {
    const row = byId.get(file.id);
    return row === undefined ? [] : [{ ...row, body: withEntries(file, row.body, byId) }];
  });
}

/** A live file. */
export interface LiveFile extends KeptFile {
  version: number;
  body: string;
}

/** Reads a live file with its JSON. */
export function findLiveFile(teamId: string, id: string): Statement {
  return {
    name: "data.files.find_live",
    text: `select ${kept}, t.version, ${files.store.texts.json}::text as body
      from data.files t where t.team_id = $1 and t.id = $2 and t.deleted_at is null`,
    values: [teamId, id],
  };
}
