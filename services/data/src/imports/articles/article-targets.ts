import { validationFailed, type FieldError } from "@jst/errors";
import type { Access, ImportPart, OpenTarget, TargetColumn } from "@jst/importing";
import type { Call } from "@jst/rpc";
import { readList, sourceText } from "@jst/tabular/read";
import { articles, authorOf } from "../../articles/article.ts";
import type { Deps } from "../../deps.ts";
import { cellValue, idValue } from "../cell-values.ts";
import { judgeRows, writeRows, type LackingFiles } from "./article-pages.ts";
import { KEYS } from "./plan-articles.ts";

/** Right and module of articles. */
export const articleAccess: Access = { resource: "articles", module: "articles" };

type Read = TargetColumn["read"];

const textOf =
  (type: "text" | "long_text"): Read =>
  (cell, mapping, options) =>
    cellValue({ type, options: {} }, cell, mapping, options);

/** Fields of an article to which columns go, with their readers; its status is not one of them. */
const FIELDS: Readonly<Record<string, Read>> = {
  id: idValue,
  title: textOf("text"),
  slug: textOf("text"),
  body: textOf("long_text"),
  excerpt: textOf("text"),
  tags: (cell) => ({
    value: readList(sourceText(cell).normalize("NFC"))
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  }),
};

/** Opens articles as the target of a part (imports.articles); throws 422 with all faults of its mapping. */
export async function openArticles(call: Call<Deps>, part: ImportPart, at: string): Promise<OpenTarget> {
  const errors: FieldError[] = [];
  const columns = fieldsOf(part, at, errors);
  checkMatch(part, at, errors);
  if (errors.length > 0) throw validationFailed(errors);
  await articles.check(authorOf(call), call);
  const lacking: LackingFiles = new Map();
  return {
    columns,
    stamp: "articles",
    judge: (rows, store) => judgeRows({ call, part, lacking }, rows, store),
    files: (rows) => rows.flatMap(({ row }) => lacking.get(row) ?? []),
    write: (rows, store) => writeRows(call, part, rows, store),
  };
}

function fieldsOf({ columns }: ImportPart, at: string, errors: FieldError[]): Map<number, TargetColumn> {
  const found = new Map<number, TargetColumn>();
  for (const { index, to } of columns) {
    if (to === null) continue;
    const { field = "" } = to;
    const read = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    if (read === undefined) {
      const message = `An import of articles does not write this. Send field with one of ${Object.keys(FIELDS).join(", ")}.`;
      const code = to.field === undefined ? "required" : "unknown_field";
      errors.push({ field: `${at}.columns.${index}.to.field`, code, message });
    } else
      found.set(index, {
        ...{ name: field === "id" ? null : field, read },
        ...(field === "tags" && { isList: true }),
        ...(field === "slug" && { unique: String }),
      });
  }
  return found;
}

function checkMatch({ match, columns }: ImportPart, at: string, errors: FieldError[]): void {
  const field = `${at}.match.by`;
  const hasId = columns.some(({ to }) => to?.field === "id");
  const ofId = "A column goes to the id of the article. Send match by id, or leave the column out.";
  if (hasId && match?.by !== "id") errors.push({ field, code: "conflict", message: ofId });
  const message = `Articles are found by ${KEYS.join(" or ")}. Choose one of them.`;
  if (match !== null && !KEYS.includes(match.by)) errors.push({ field, code: "not_unique", message });
}
