import { systemContext, type Database } from "@jst/db";
import { AppError } from "@jst/errors";
import { recordAudit } from "@jst/events";
import type { Call, Reply } from "@jst/rpc";
import type { Handler, StagedImportSource } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { requireLockedQuota } from "../files/limits.ts";
import type { FileStore } from "../files/store/file-store.ts";
import { countUploads, insertUpload, removeUploadOf } from "./upload-queries.ts";

/** Uploads of a team that have begun no import (imports.uploads). */
const UPLOADS_MAX = 50;
const RELEASING_MS = 10_000;

/** Stores the row of an upload whose bytes are there already. */
async function storeUpload(body: StagedImportSource, call: Call<Deps>): Promise<Reply> {
  return call.write(async (tx) => {
    const { teamId } = tx.context;
    const [made] = await tx.query<{ body: string }>(insertUpload(tx.context, body));
    if (made === undefined) throw new Error("An upload just stored is answered.");
    // The lock of the quota makes the uploads of a team follow each other, so that their number is certain.
    await requireLockedQuota(tx, call.caller.team);
    const [unused] = await tx.query<{ count: number }>(countUploads(teamId));
    if ((unused?.count ?? 0) > UPLOADS_MAX) throw tooMany();
    recordAudit(tx, {
      action: "create",
      resource: "import_uploads",
      resourceId: body.id,
      outcome: "success",
    });
    return { body: made.body };
  });
}

/** Stores the source of an import into tables or articles. */
export const uploadImportSource: Handler<"UploadImportSource"> = ({ body }, call) => storeUpload(body, call);

/** Stores the source of an import into contacts. */
export const uploadContactImportSource: Handler<"UploadContactImportSource"> = ({ body }, call) =>
  storeUpload(body, call);

/** Removes the upload that an import has begun with, and its bytes; the sweep removes bytes that are left. */
export async function releaseUpload(
  { database, store }: { database: Database; store: FileStore },
  teamId: string,
  importId: string,
): Promise<void> {
  const context = systemContext(teamId, { requestId: "imports", timeoutMs: RELEASING_MS });
  const { result } = await database.write(context, (tx) =>
    tx.query<{ id: string }>(removeUploadOf(teamId, importId)),
  );
  await store.remove(result.map(({ id }) => ({ teamId, id })));
}

function tooMany(): AppError {
  const detail = `The team already has ${UPLOADS_MAX} uploads that have begun no import, which is the maximum. Import one, or wait until one expires.`;
  return new AppError("limit_reached", detail, { extension: { limit: UPLOADS_MAX } });
}
