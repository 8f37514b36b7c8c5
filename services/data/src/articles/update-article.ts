import type { Handler } from "../../gen/rpc.ts";
import { articles } from "./article.ts";

/** Merges the patch into the article, or restores it. */
export const updateArticle: Handler<"UpdateArticle"> = articles.update;
