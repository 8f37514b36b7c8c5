import type { Handler } from "../../gen/rpc.ts";
import { articles } from "./article.ts";

/** Stores the article, under a slug that no other live one has. */
export const createArticle: Handler<"CreateArticle"> = articles.create;
