import { Rendering } from "@jst/markdown";
import type { Article, Handler } from "../../gen/rpc.ts";
import { articles } from "./article.ts";

const rendering = new Rendering();

/** Answers one article, with its body as HTML where that is asked for; 304 when the caller already has this version. */
export const getArticle: Handler<"GetArticle"> = async (input, call) => {
  const reply = await articles.read(input, call);
  if (input.query.render === undefined || reply.status === 304) return reply;
  const article = JSON.parse(reply.body as string) as Article;
  const html = await rendering.render(call.caller.team_id, article.body, call.hop.departure?.());
  return { ...reply, body: { ...article, html } };
};
