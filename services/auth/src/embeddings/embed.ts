import type { InternalHandler } from "../../gen/rpc.ts";
import { findEmbedders } from "./embedders.ts";

/** Turns texts of the team into vectors, where it has said so. What went wrong is an answer, not an error. */
export const embed: InternalHandler<"Embed"> = async ({ team_id, texts, is_query }, { deps, hop }) => {
  const [embedder] = await findEmbedders(deps, team_id);
  if (embedder === undefined) return { body: { vectors: [], failure: "off" } };
  const found = await deps.embeddings.embed(embedder, texts, is_query === true, hop.departure?.());
  const { name } = embedder;
  if (typeof found === "string") return { body: { embedder: name, vectors: [], failure: found } };
  return { body: { embedder: name, size: found.size, vectors: found.vectors } };
};
