import type { Handler } from "../../gen/rpc.ts";
import { articles } from "./article.ts";

/** Answers the revisions of the article, or the article as one of them left it. */
export const listArticleRevisions: Handler<"ListArticleRevisions"> = articles.revisions;
