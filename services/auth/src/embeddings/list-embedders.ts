import type { InternalHandler } from "../../gen/rpc.ts";
import { findEmbedders } from "./embedders.ts";

/** Lists the teams whose texts are to become vectors. */
export const listEmbedders: InternalHandler<"ListEmbedders"> = async (_nothing, { deps }) => {
  const found = await findEmbedders(deps);
  return { body: { embedders: found.map(({ teamId, name }) => ({ team_id: teamId, embedder: name })) } };
};
