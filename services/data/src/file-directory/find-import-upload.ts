import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { findUpload, type FoundUpload } from "../import-uploads/upload-queries.ts";

/** Finds an upload that this caller made and can import; that of another caller or team is absent. */
export const findImportUpload: InternalHandler<"FindImportUpload"> = async (key, call) => {
  const context = platformContext(key.team_id, call);
  const uploads = await call.deps.database.read<FoundUpload>(
    context,
    findUpload(context.teamId, key.id, key.created_by_id),
  );
  return { body: { uploads } };
};
