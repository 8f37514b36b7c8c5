import type { Handler } from "../../gen/rpc.ts";
import { articles } from "./article.ts";

/** Deletes the article; again, nothing changes. */
export const deleteArticle: Handler<"DeleteArticle"> = articles.delete;
