import { platformContext } from "@jst/rpc";
import { notFound } from "@jst/errors";
import { buffer } from "node:stream/consumers";
import type { InternalHandler } from "../../gen/rpc.ts";
import { findLiveFile, type LiveFile } from "../files/file.ts";
import { findPinned } from "./pins.ts";

/**
 * Answers some of the bytes of a file of the team that is live or that the holder has pinned, none beyond its end;
 * another team's file is absent.
 */
export const readFile: InternalHandler<"ReadFile"> = async (
  { team_id, id, start, length, holder_id: holder },
  call,
) => {
  const context = platformContext(team_id, call);
  const { database, store } = call.deps;
  const [file] = await database.read<Pick<LiveFile, "id" | "size_bytes">>(
    context,
    holder === undefined ? findLiveFile(context.teamId, id) : findPinned(context.teamId, id, holder),
  );
  if (file === undefined) throw notFound();
  const end = Math.min(start + length, file.size_bytes) - 1;
  if (end < start) return { body: { content: "" } };
  const bytes = await buffer(await store.read({ teamId: context.teamId, id: file.id }, { start, end }));
  return { body: { content: bytes.toString("base64") } };
};
