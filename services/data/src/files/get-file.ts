import { notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { files, findLiveFile, type LiveFile } from "./file.ts";
import { sentFile } from "./sent-file.ts";

/** Answers the bytes of a live file, or with mode=meta what is known of it. */
export const getFile: Handler<"GetFile"> = async ({ path, query }, call) => {
  const teamId = call.caller.team_id;
  if (!isUuid(path.file_id)) throw notFound();
  const [file] = await call.read<LiveFile>(findLiveFile(teamId, path.file_id));
  if (file === undefined) throw notFound();
  if (query.mode !== "meta") {
    const isSaved = query.download === "1" || query.download === "true";
    return sentFile(call.deps.store, teamId, file, isSaved);
  }
  const reply = files.reply(file);
  return call.isKnown(file.version) ? { ...reply, status: 304 } : reply;
};
