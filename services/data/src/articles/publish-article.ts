import type { Handler } from "../../gen/rpc.ts";
import { articles } from "./article.ts";

/** Publishes the article; one that is published stays as it is. */
export const publishArticle: Handler<"PublishArticle"> = ({ path }, call) =>
  articles.update({ path, query: {}, body: { status: "published" } }, call);
