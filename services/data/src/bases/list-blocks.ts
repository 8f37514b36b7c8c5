import { resourcePage } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { bases } from "./base.ts";
import { blocksOf } from "./block-queries.ts";

/** Answers one page of the blocks of a base, in their order. */
export const listBlocks: Handler<"ListBlocks"> = async ({ path, query }, call) => {
  const { id } = await bases.found(path, call);
  return { body: await resourcePage(blocksOf(call.caller.team_id, id), query, call) };
};
