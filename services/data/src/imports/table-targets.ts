import { requireRight } from "@jst/caller";
import { AppError, type FieldError, validationFailed } from "@jst/errors";
import {
  airtableParts,
  articlePart,
  baseParts,
  isDocuments,
  MARKDOWN_ZIP,
  type FoundSource,
  type ImportPart,
  type ImportPlan,
  type OpenTarget,
  type Targets,
  workbookParts,
} from "@jst/importing";
import type { Row } from "@jst/db";
import type { Call } from "@jst/rpc";
import type { Cell } from "@jst/tabular/read";
import { freeTitle } from "@jst/values";
import type { Deps } from "../deps.ts";
import type { ColumnSchema } from "../engine/schema/schema.ts";
import { findCalled } from "../engine/schema/stored-tables.ts";
import type { CalledTable } from "../engine/schema/table-name.ts";
import { storeFiles } from "./articles/article-files.ts";
import { articleAccess, openArticles } from "./articles/article-targets.ts";
import { addedChoices, forgetUnused } from "./choice-columns.ts";
import { linkColumns, placeOfPart } from "./link-columns.ts";
import { lackingChoices, makeColumns, makeTable } from "./make-target.ts";
import { partColumns, type OpenPart } from "./part-columns.ts";
import { presentSchema } from "./present-schema.ts";
import { findLinked, readLinks } from "./read-links.ts";
import { stampOf } from "./stamps.ts";
import { storeFile } from "./store-file.ts";
import { judgeNewRows, judgeRows, writeRows } from "./table-pages.ts";

/** Preset of files of a base of Airtable (imports.airtable-csv). */
const AIRTABLE_CSV = "airtable_csv";

/** Targets of imports into tables and articles (imports.import). */
export const dataTargets: Targets<Deps> = {
  features: { presets: [AIRTABLE_CSV, MARKDOWN_ZIP], isQuietable: false },
  storeFiles,
  suggest: async (found) => {
    const { parts, preset } = await suggestedBy(found);
    return { parts: await withFreeTitles(found, parts), preset };
  },
  titlesOf,
  accessOf: ({ target }) => (target?.kind === "articles" ? articleAccess : undefined),
  open: async (call, part, at, plan) => {
    if (part.target?.kind === "articles") return openArticles(call, part, at);
    if (part.target?.kind === "contacts") throw validationFailed([otherKind(`${at}.target.kind`)]);
    if (isDocuments(part)) throw validationFailed([ofDocuments(`${at}.target.kind`)]);
    return part.target?.kind === "table" ? openTable(call, part, plan) : openNew(call, part, plan);
  },
};

/** Maps the parts of a source by a preset, or as the source shows it. */
async function suggestedBy({
  source,
  base,
  parts,
  options,
  name,
  teamId,
  preset,
  isUnmapped,
  sentTarget,
}: FoundSource): Promise<{ parts: ImportPart[]; preset: string | null }> {
  if (base !== undefined && preset !== null) {
    const values = { timeZone: options.timezone, country: options.default_country ?? undefined };
    return { parts: await baseParts(base, { parts, values, teamId }), preset: "airtable" };
  }
  const isAsked =
    preset === MARKDOWN_ZIP || (preset === undefined && (isUnmapped || sentTarget === "articles"));
  if (isAsked && parts.some(isDocuments)) return { parts: parts.map(articlePart), preset: MARKDOWN_ZIP };
  if (sentTarget === "articles")
    return { parts: parts.map((part) => (part.index === 0 ? articlePart(part) : part)), preset: null };
  const isOpen = preset === undefined && isUnmapped;
  if (isOpen && source.format === "xlsx")
    return { parts: await workbookParts(source, { parts, fileName: name, teamId }), preset: null };
  const isArchive = isOpen && source.format === "zip";
  if (preset !== AIRTABLE_CSV && !isArchive) return { parts: [...parts], preset: null };
  return { parts: await airtableParts(source, { parts, fileName: name, teamId }), preset: AIRTABLE_CSV };
}

/** Returns suggested parts with new tables of names that neither the team nor another part has (imports.new-table). */
async function withFreeTitles(
  { read, teamId }: FoundSource,
  parts: readonly ImportPart[],
): Promise<ImportPart[]> {
  if (!parts.some(({ target }) => target?.kind === "new_table")) return [...parts];
  const taken = (await read<CalledTable & Row>(findCalled(teamId))).map((table) => table.display_name);
  return parts.map((part) => {
    if (part.target?.kind !== "new_table") return part;
    const display_name = freeTitle(part.target.display_name ?? "", taken);
    taken.push(display_name);
    return { ...part, target: { ...part.target, display_name } };
  });
}

/** Names the tables of parts as people see them, and articles. */
async function titlesOf(call: Call<Deps>, parts: readonly ImportPart[]): Promise<readonly string[]> {
  const stored = await call.read<CalledTable & Row & { id: string }>(findCalled(call.caller.team_id));
  return parts.flatMap(({ target }) => {
    if (target === null) return [];
    if (target.kind === "articles") return ["articles"];
    const table = stored.find(({ id, name }) => id === target.table_id || name === target.table_id);
    return table?.display_name ?? target.display_name ?? [];
  });
}

const ofDocuments = (field: string): FieldError => ({
  field,
  code: "invalid_value",
  message: "Documents go to articles, because their links do. Send articles.",
});

const otherKind = (field: string): FieldError => ({
  field,
  code: "invalid_value",
  message: "This import goes into tables and articles. Import contacts with POST /api/v1/contacts/imports.",
});

async function openTable(call: Call<Deps>, part: ImportPart, plan: ImportPlan): Promise<OpenTarget> {
  const at = `parts.${part.index}`;
  const schema = await presentSchema(call, part.target?.table_id ?? "", `${at}.target.table_id`);
  const { open, members } = await openPart(call, part, plan, schema.columns);
  open.stamp = stampOf(schema, open.columns.names, plan.adds);
  const isLacking = open.columns.drafts.length > 0 || lackingChoices(schema, plan.adds).length > 0;
  return {
    ...members,
    place: schema.id,
    stamp: open.stamp,
    judge: (rows, store) => judgeRows(open, schema.id, rows, store),
    ...(isLacking && { make: (store) => makeColumns(open, schema.id, store) }),
    write: (rows, store) => writeRows(open, schema.id, rows, store),
  };
}

async function openNew(call: Call<Deps>, part: ImportPart, plan: ImportPlan): Promise<OpenTarget> {
  const { open, members } = await openPart(call, part, plan, new Map(), await nameFaults(call, part, plan));
  return {
    ...members,
    place: placeOfPart(part),
    stamp: open.stamp,
    judge: (rows, store) => judgeNewRows(open, rows, store),
    make: (store) => makeTable(open, store),
    write: () => Promise.reject(new Error("a table is made before its rows are written")),
  };
}

/** Lists the fault of a new table with a name that another table, or that of an earlier part, has. */
async function nameFaults(
  call: Call<Deps>,
  { index, target }: ImportPart,
  { parts }: ImportPlan,
): Promise<FieldError[]> {
  const folded = (name: string | undefined) => (name ?? "").toLowerCase();
  const own = folded(target?.display_name);
  const earlier = parts.filter((one) => one.index < index && one.target?.kind === "new_table");
  const stored = await call.read<CalledTable & Row>(findCalled(call.caller.team_id));
  const taken = [
    ...stored.map((table) => table.display_name),
    ...earlier.map((one) => one.target?.display_name),
  ];
  if (!taken.some((name) => folded(name) === own)) return [];
  const message = "Another table has this name. Choose another name, or import into that table.";
  return [{ field: `parts.${index}.target.display_name`, code: "name_taken", message }];
}

type Members = Pick<OpenTarget, "columns" | "prepare" | "added" | "storeFile">;

/** Finds the columns of a part among those that its table has; throws 422 with all faults of its mapping. */
async function openPart(
  call: Call<Deps>,
  part: ImportPart,
  plan: ImportPlan,
  known: ReadonlyMap<string, ColumnSchema>,
  errors: FieldError[] = [],
): Promise<{ open: OpenPart; members: Members }> {
  const at = `parts.${part.index}`;
  const columns = partColumns(part, known, plan, errors);
  checkMatch(part, known, at, errors);
  const links = await linkColumns(call, columns.linkings, plan, at, errors);
  if (errors.length > 0) throw unfit(errors);
  for (const link of links) {
    const target = columns.targets.get(link.index);
    const mapping = part.columns.find(({ index }) => index === link.index);
    if (target !== undefined && mapping !== undefined)
      columns.targets.set(link.index, {
        ...target,
        read: (cell, _mapping, options) => readLinks(link, cell, mapping, options),
      });
  }
  const open: OpenPart = { call, part, columns, plan, stamp: "new" };
  const members: Members = {
    columns: columns.targets,
    storeFile: (file, store) => storeFile(call, file, store),
    added: (adds, rows) => addedChoices(columns.choices, adds, rows),
    prepare: async (rows, options) => {
      const hasFiles = rows.some(({ cells }) => [...columns.files].some((index) => isFiles(cells[index])));
      if (hasFiles) requireRight(call.caller, "files", "write");
      forgetUnused(columns.choices, plan.adds);
      await findLinked(call, links, part, rows, options);
    },
  };
  return { open, members };
}

const isFiles = (cell: Cell | undefined): boolean =>
  typeof cell === "object" && cell !== null && "files" in cell;

/** An unknown column has a code of its own (tables.write); the other faults are listed with it. */
function unfit(errors: FieldError[]): AppError {
  if (!errors.some(({ code }) => code === "unknown_column")) return validationFailed(errors);
  const detail = "The table does not have a column to which the import goes. Check the names.";
  return new AppError("unknown_column", detail, { errors });
}

function checkMatch(
  { match, columns }: ImportPart,
  known: ReadonlyMap<string, ColumnSchema>,
  at: string,
  errors: FieldError[],
): void {
  const hasId = columns.some(({ to }) => to?.field === "id");
  if (hasId && match?.by !== "id") {
    const message = "A column goes to the id of the row. Send match by id, or leave the column out.";
    errors.push({ field: `${at}.match.by`, code: "conflict", message });
  }
  if (match === null || match.by === "id") return;
  const column = known.get(match.by);
  if (column?.unique === true) return;
  const [code, message] =
    column === undefined
      ? ["unknown_column", "The table does not have this column. Read the table to see its columns."]
      : ["not_unique", "Rows are found by a unique column. Choose another column, or id."];
  errors.push({ field: `${at}.match.by`, code, message });
}
