import type { Handler } from "../../gen/rpc.ts";
import { requireId } from "@jst/resource";
import { files } from "./file.ts";

/** Deletes a file; again changes nothing. Its bytes stay for as long as it can be restored. */
export const deleteFile: Handler<"DeleteFile"> = ({ path }, call) => {
  const id = requireId(path.file_id);
  return call.write(async (tx) => {
    const reply = await files.take(tx, id, call.ifMatch);
    return { ...reply, body: { id: id.toLowerCase(), deleted: true } };
  });
};
