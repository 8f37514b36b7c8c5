import type { Handler } from "../../gen/rpc.ts";
import { files } from "./file.ts";

/** Deletes a file; again changes nothing. Its bytes stay for as long as it can be restored. */
export const deleteFile: Handler<"DeleteFile"> = files.deleteFlagged;
