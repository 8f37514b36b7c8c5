import type { Row, TeamTx } from "@jst/db";
import type { FieldError } from "@jst/errors";
import { bodyFaults, type ImportMatch, type Judgement } from "@jst/importing";
import { isSameJson } from "@jst/resource";
import { Validator } from "@jst/rpc";
import type { Article } from "../../../gen/rpc.ts";
import { ArticleCreate, ArticlePatch } from "../../../gen/schemas.ts";
import { articles } from "../../articles/article.ts";

/** Members by which rows find articles: both are unique in the team. */
export const KEYS: readonly string[] = ["id", "slug"];

const [creates, patches] = [new Validator(ArticleCreate), new Validator(ArticlePatch)];

/** Row of a page, with the values of its cells. */
export interface PageRow {
  row: number;
  /** Id of the article that the row names. */
  id: string | undefined;
  data: Readonly<Record<string, unknown>>;
  /** Whether cells could not be read, so that nothing is said of values that are absent. */
  hasFaults: boolean;
}

/** Effect of a row on the articles as they are now. */
export interface RowPlan {
  row: PageRow;
  verdict: Judgement["verdict"];
  /** Article that the row is matched with. */
  found: Pick<Article, "id" | "version"> | undefined;
  /** Body of a create or of a patch. */
  body: Record<string, unknown>;
  errors: FieldError[];
}

/** Articles that are read at a time: each may have 1 MiB. */
const READ_AT_ONCE = 20;

/** Plans the rows of a page (imports.articles). With `isLocking` the matched articles stay as they are. */
export async function planRows(
  tx: TeamTx,
  match: ImportMatch | null,
  rows: readonly PageRow[],
  isLocking: boolean,
): Promise<RowPlan[]> {
  const by = match?.by === "slug" ? "slug" : "id";
  const keyOf = ({ id, data }: PageRow) => (by === "id" ? id : data["slug"]) as string | undefined;
  const keys = match === null ? [] : rows.flatMap((row) => keyOf(row) ?? []);
  if (isLocking) await articles.holdSlugs(tx);
  const ids = await findIds(tx, by, keys, isLocking);
  const plans: RowPlan[] = [];
  for (let at = 0; at < rows.length; at += READ_AT_ONCE) {
    const some = rows.slice(at, at + READ_AT_ONCE).map((row) => ({ row, id: ids.get(keyOf(row) ?? "") }));
    const known = await readArticles(tx, [...new Set(some.flatMap(({ id }) => id ?? []))]);
    plans.push(...some.map(({ row, id = "" }) => planRow(row, match, known.get(id))));
  }
  await refuseTaken(tx, plans);
  return plans;
}

async function readArticles(tx: TeamTx, ids: readonly string[]): Promise<Map<string, Article>> {
  const images = ids.length === 0 ? [] : await articles.store.findMany(tx, ids);
  return new Map(images.map(({ id, body }) => [id, JSON.parse(body) as Article]));
}

/** Finds the ids of live articles by the keys; with `isLocking` their rows are locked in the order of their ids. */
async function findIds(
  tx: TeamTx,
  by: "id" | "slug",
  keys: readonly string[],
  isLocking: boolean,
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const found = await tx.query<Row & { key: string; id: string }>({
    name: `data.articles.import_by_${by}${isLocking ? "_locking" : ""}`,
    text: `select t.${by}::text as key, t.id from data.articles t
      where t.team_id = $1 and t.${by} = any($2::${by === "id" ? "uuid" : "text"}[]) and t.deleted_at is null
      order by t.id${isLocking ? " for no key update" : ""}`,
    values: [tx.context.teamId, keys],
  });
  return new Map(found.map(({ key, id }) => [key, id]));
}

const refused = (row: PageRow, ...errors: FieldError[]): RowPlan => ({
  ...{ row, verdict: "reject", found: undefined, body: {}, errors },
});

function planRow(row: PageRow, match: ImportMatch | null, found: Article | undefined): RowPlan {
  if (found === undefined) return planNew(row, match);
  const { id, version } = found;
  if (match?.on_match === "skip") return { ...refused(row), verdict: "skip", found: { id, version } };
  // The slug by which an article is found is its own.
  const body = { ...row.data };
  if (match?.by === "slug") delete body["slug"];
  // A cell that empties the body makes it a text without a character.
  if (body["body"] === null) body["body"] = "";
  let stored: object = {};
  const errors = bodyFaults(patches, body, () => {
    stored = articles.storedForm(body);
  });
  const isSame = Object.entries(stored).every(([name, value]) =>
    isSameJson(found[name as keyof Article], value),
  );
  const verdict = errors.length > 0 ? "reject" : isSame ? "unchanged" : "update";
  return { row, verdict, found: { id, version }, body, errors };
}

function planNew(row: PageRow, match: ImportMatch | null): RowPlan {
  if (match?.on_new === "skip") return { ...refused(row), verdict: "skip" };
  const message = "The team has no article with this id. Leave the cell empty to create one.";
  if (row.id !== undefined) return refused(row, { field: "id", code: "not_found", message });
  const body = Object.fromEntries(Object.entries(row.data).filter(([, value]) => value !== null));
  const faults = bodyFaults(creates, body, () => articles.draft(body));
  const errors = row.hasFaults ? faults.filter(({ code }) => code !== "required") : faults;
  return { row, verdict: errors.length > 0 ? "reject" : "create", found: undefined, body, errors };
}

/** Rejects rows that give an article a slug that another live one has. */
async function refuseTaken(tx: TeamTx, plans: readonly RowPlan[]): Promise<void> {
  const wanted = plans.filter(({ verdict, body }) => verdict !== "skip" && typeof body["slug"] === "string");
  const slugs = wanted.map(({ body }) => body["slug"] as string);
  if (slugs.length === 0) return;
  const holders = await tx.query<Row & { id: string; slug: string }>({
    name: "data.articles.import_slug_holders",
    text: `select t.id, t.slug from data.articles t
      where t.team_id = $1 and t.slug = any($2::text[]) and t.deleted_at is null`,
    values: [tx.context.teamId, slugs],
  });
  const bySlug = new Map(holders.map(({ id, slug }) => [slug, id]));
  for (const plan of wanted) {
    const holder = bySlug.get(plan.body["slug"] as string);
    if (holder === undefined || holder === plan.found?.id) continue;
    const message = `The article ${holder} already has this slug. Find articles by slug, or change the value.`;
    plan.errors.push({ field: "data.slug", code: "slug_taken", message });
    plan.verdict = "reject";
  }
}
