import { resource } from "@jst/resource";
import { artifactDeclaration } from "../../gen/resources.ts";
import type { ArtifactSource } from "../../gen/rpc.ts";
import { statusTransitions } from "../articles/article.ts";
import type { Deps } from "../deps.ts";
import { requireContent } from "./require-content.ts";

/** Artifacts of a team: what people and agents made, each with its kind (knowledge.artifact). */
export const artifacts = resource(artifactDeclaration)<Deps>({
  normalise: {
    tags: (tags: string[]) => [...new Set(tags)],
    source: ({ type, id = null }: ArtifactSource) => ({ type, id }),
  },
  within: async (_tx, next, before) => {
    if (next.kind !== before?.kind || next.content !== before.content) await requireContent(next);
  },
  transitions: { status: statusTransitions },
  texts: "data.lines(t.title, t.summary, t.content)",
  filters: { tag: (tag, params) => `t.tags operator(platform.&&&) ${params.add([tag], "text[]")}` },
});
