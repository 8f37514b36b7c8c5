import { documentColumns, DOCUMENTS } from "@jst/tabular/read";
import type { ImportPart } from "../import.ts";

/** Preset of an archive of documents in Markdown (imports.documents). */
export const MARKDOWN_ZIP = "markdown_zip";

/** Fields of an article by the headers that people give their columns. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ...["title", "slug", "body", "excerpt", "tags"].map((name) => [name, name] as const),
  ...[
    ["name", "title"],
    ["content", "body"],
    ["text", "body"],
    ["markdown", "body"],
  ].map(([header = "", field = ""]) => [header, field] as const),
  ...["description", "summary"].map((header) => [header, "excerpt"] as const),
]);

/** Maps a part to articles by the headers of its columns; an article is found by its slug if the source has one. */
export function articlePart(part: ImportPart): ImportPart {
  const taken = new Set<string>();
  const columns = part.columns.map((column) => {
    const field = FIELDS.get(column.header.trim().toLowerCase());
    if (field === undefined || taken.has(field)) return column;
    taken.add(field);
    return { ...column, to: { field }, question: null };
  });
  const match = taken.has("slug") ? { by: "slug", on_match: "update", on_new: "create" } : null;
  return { ...part, target: { kind: "articles" }, match: match as ImportPart["match"], columns };
}

/** Reports whether the rows of a part are documents. */
export const isDocuments = ({ name, columns }: Pick<ImportPart, "name" | "columns">): boolean =>
  name === DOCUMENTS && documentColumns.every((name, at) => columns[at]?.header === name);
