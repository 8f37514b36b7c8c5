import { uuidv7, type Row, type Statement, type TeamTx } from "@jst/db";
import type { FileOfSource } from "@jst/importing";
import type { Call } from "@jst/rpc";
import { filesIn, type FileLink } from "@jst/tabular/read";
import path from "node:path/posix";
import type { StagedFile } from "../../../gen/rpc.ts";
import type { Deps } from "../../deps.ts";
import { uploadedName } from "../../files/file-name.ts";
import { insertFiles } from "../../files/file.ts";
import { maxFileBytes, requireQuota } from "../../files/limits.ts";
import { putAside } from "../../files/upload/put-aside.ts";

/** Right and module of files, which documents with pictures need. */
export const fileAccess = { resource: "files", module: "files" };

/** Folder of files that documents name. */
const FOLDER = "articles";
/** Pictures that an article shows: at an address that every reader of the article can open (knowledge.render). */
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif)$/i;

const isPicture = ({ path: name }: FileLink): boolean => PICTURE.test(name);

/** Addresses in articles of the files to which links of an archive lead, as far as the team has their bytes. */
export type Addresses = (link: FileLink) => string | undefined;

interface LiveFile extends Row {
  sha256: string;
  id: string;
  public_url: string | null;
}

/** Finds files with these bytes, a public one first. */
function findLive(teamId: string, sha256: readonly string[]): Statement {
  return {
    name: "data.files.import_by_checksum",
    text: `select distinct on (f.checksum_sha256) f.checksum_sha256 as sha256, f.id,
        '/p/files/' || f.public_secret as public_url
      from data.files f where f.team_id = $1 and f.checksum_sha256 = any($2::text[]) and f.deleted_at is null
      order by f.checksum_sha256, f.public_secret is null, f.id`,
    values: [teamId, sha256],
  };
}

function addressesOf(live: readonly LiveFile[]): Addresses {
  const known = new Map(live.map((file) => [file.sha256, file]));
  return (link) => {
    const file = known.get(link.sha256);
    if (file === undefined) return undefined;
    return isPicture(link) ? (file.public_url ?? undefined) : `/api/v1/files/${file.id}`;
  };
}

/** Finds the addresses of the files to which bodies link. */
export async function fileAddresses(tx: TeamTx, bodies: readonly string[]): Promise<Addresses> {
  const sha256 = [...new Set(bodies.flatMap(filesIn).map((link) => link.sha256))];
  if (sha256.length === 0) return () => undefined;
  return addressesOf(await tx.query<LiveFile>(findLive(tx.context.teamId, sha256)));
}

/** Stores files of a source whose bytes the team does not have: their bytes first, then their rows with `store`. */
export async function storeFiles(
  call: Call<Deps>,
  files: readonly FileOfSource[],
  store: (tx: TeamTx) => Promise<void>,
): Promise<void> {
  const { team, team_id: teamId } = call.caller;
  const digests = files.map(({ sha256 }) => sha256);
  const known = addressesOf(await call.read<LiveFile>(findLive(teamId, digests)));
  const staged: { file: StagedFile; isShown: boolean }[] = [];
  for (const file of files) {
    if (file.bytes === undefined || known(file) !== undefined) continue;
    const aside = await putAside(
      call.deps.store,
      { teamId, id: uuidv7() },
      {
        bytes: file.bytes.chunks(),
        name: uploadedName(path.basename(file.path)),
        maxBytes: maxFileBytes(team),
      },
    );
    // A text that looks like a link to a file of the archive names other bytes.
    if (aside.checksum_sha256 !== file.sha256) continue;
    staged.push({ file: { ...aside, folder: FOLDER }, isShown: isPicture(file) });
  }
  await call.write(async (tx) => {
    for (const visibility of ["public", "private"] as const) {
      const own = staged.filter(({ isShown }) => isShown === (visibility === "public"));
      const total_bytes = own.reduce((sum, { file }) => sum + file.size_bytes, 0);
      const upload = { files: own.map(({ file }) => file), total_bytes, visibility, tags: [] };
      if (own.length > 0) await insertFiles(tx, upload);
    }
    if (staged.length > 0) await requireQuota(tx, team);
    await store(tx);
    return { body: "" };
  });
}
