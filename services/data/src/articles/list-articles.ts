import type { Handler } from "../../gen/rpc.ts";
import { articles } from "./article.ts";

/** Answers one page of the team's articles, without their bodies. */
export const listArticles: Handler<"ListArticles"> = articles.page;
