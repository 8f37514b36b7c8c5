import { resource } from "@jst/resource";
import { artifactDeclaration } from "../../gen/resources.ts";
import type { ArtifactSource } from "../../gen/rpc.ts";
import { statusTransitions } from "../articles/article.ts";
import type { Deps } from "../deps.ts";
import { requireLiveFiles } from "../files/require-live-files.ts";
import { requireContent, requireOne } from "./require-content.ts";

/** Artifacts of a team: what people and agents made, each with its kind (knowledge.artifact). */
export const artifacts = resource(artifactDeclaration)<Deps>({
  normalise: {
    tags: (tags: string[]) => [...new Set(tags)],
    source: ({ type, id = null }: ArtifactSource) => ({ type, id }),
  },
  complete: (next) => {
    requireOne(next);
    return next;
  },
  within: async (tx, { kind, content, file_id: id }, before) => {
    if (id !== null && id !== before?.file_id) await requireLiveFiles(tx, [{ field: "file_id", id }]);
    if (content !== null && (kind !== before?.kind || content !== before.content))
      await requireContent(kind, content, tx.context.teamId);
  },
  transitions: { status: statusTransitions },
  texts: "data.lines(t.title, t.summary, t.content)",
  filters: { tag: (tag, params) => `t.tags operator(platform.&&&) ${params.add([tag], "text[]")}` },
});
