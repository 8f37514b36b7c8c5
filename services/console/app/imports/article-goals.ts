import { ARTICLES } from "../words/library.ts";
import { ARTICLE_GOALS } from "../words/import-mapping.ts";
import { fieldGoal, type GoalColumn } from "./mapping.ts";

const { fields } = ARTICLES;

/** Fields of an article to which the columns of a file go, in the form of columns of a table. */
export const articleGoals: readonly GoalColumn[] = [
  fieldGoal("title", fields.title),
  fieldGoal("slug", ARTICLE_GOALS.slug, "text", { unique: true }),
  fieldGoal("body", fields.body, "long_text"),
  fieldGoal("excerpt", fields.excerpt),
  fieldGoal("tags", fields.tags),
];
