import type { Handler } from "../../gen/rpc.ts";
import { requireId } from "@jst/resource";
import { files } from "./file.ts";
import { requireQuota } from "./limits.ts";

/** Merges the patch into a file, or restores it where the quota has room. */
export const updateFile: Handler<"UpdateFile"> = ({ path, body }, call) => {
  const patch = files.patchOf(body);
  const id = requireId(path.file_id);
  return call.write(async (tx) => {
    const reply = await files.apply(tx, id, patch, call.ifMatch);
    if (patch.isRestore === true && reply.isUnchanged !== true) await requireQuota(tx, call.caller.team);
    return reply;
  });
};
