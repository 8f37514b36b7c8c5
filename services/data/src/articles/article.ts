import type { Call } from "@jst/rpc";
import { resource, type Normalise, type Transitions } from "@jst/resource";
import { articleDeclaration } from "../../gen/resources.ts";
import type { ArticleSeo } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { requireLiveFiles } from "../files/require-live-files.ts";

/** Most bytes of a body in UTF-8. */
const BODY_BYTES_MAX = 1_048_576;

/** Allowed changes of the status of an article or an artifact (knowledge.status). */
export const statusTransitions: Transitions = {
  draft: ["published", "archived"],
  published: ["draft", "archived"],
  archived: ["draft"],
};

const body: Normalise = (text: string, field, errors) => {
  const message = `Must have at most ${BODY_BYTES_MAX} bytes in UTF-8.`;
  if (Buffer.byteLength(text) > BODY_BYTES_MAX) errors.push({ field, code: "too_long", message });
  return text;
};

/** Returns the author of a new article that names none: the member of the token. */
export const authorOf = ({ caller }: Pick<Call<Deps>, "caller">) => ({ author_id: caller.member_id ?? null });

/** Articles of a team, in Markdown (knowledge.article). */
export const articles = resource(articleDeclaration)<Deps>({
  normalise: {
    body,
    tags: (tags: string[]) => [...new Set(tags)],
    seo: ({ title = null, description = null }: ArticleSeo) => ({ title, description }),
  },
  defaults: authorOf,
  check: ({ author_id }, call) =>
    call.deps.directory.requireKnown(call, { kind: "member", field: "author_id", id: author_id }),
  within: async (tx, { cover_file_id: id }, before) => {
    if (id !== null && id !== before?.cover_file_id)
      await requireLiveFiles(tx, [{ field: "cover_file_id", id }]);
  },
  transitions: { status: statusTransitions },
  further: ({ status }, before) =>
    status === "published" && before?.["status"] !== "published" ? ["article.published"] : [],
  texts: "data.lines(t.title, t.slug, t.excerpt, t.body)",
  filters: { tag: (tag, params) => `t.tags operator(platform.&&&) ${params.add([tag], "text[]")}` },
});
