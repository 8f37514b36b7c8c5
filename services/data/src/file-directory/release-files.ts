import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { releaseUpload } from "../import-uploads/uploads.ts";
import { releaseFilesOf } from "./pins.ts";

/** Releases the files that the holder has pinned, and deletes its upload. */
export const releaseFiles: InternalHandler<"ReleaseFiles"> = async (held, call) => {
  const context = platformContext(held.team_id, call);
  await call.deps.database.write(context, (tx) => tx.query(releaseFilesOf(context.teamId, held.holder_id)));
  await releaseUpload(call.deps, context.teamId, held.holder_id);
  return { body: { ...held } };
};
