import type { Source } from "@jst/tabular/read";
import type { ImportColumn, ImportPart, Loss } from "../import.ts";
import { asNewColumn } from "../merged-parts.ts";
import { linkEvidence, type ColumnEvidence, type PartNames } from "./link-evidence.ts";
import { namesOfParts } from "./part-names.ts";

/** Types of the first column by which links find rows; any other one is read as text. */
const NAME_TYPES = ["text", "integer", "email", "url"];
const NAME_CHARS_MAX = 120;
/** Ending that Airtable adds to the name of a table: that of the view. */
const VIEW = /-(?:Grid view|All)(?: \d+)?$/i;
const FILE_ENDING = /\.[a-z]{1,5}$/i;

/**
 * Maps the files of a base of Airtable, each to a table (imports.airtable-csv). The first column has the names of the
 * rows. A column whose values are all names of another file links to it.
 */
export async function airtableParts(
  source: Source,
  { parts, fileName, teamId }: { parts: readonly ImportPart[]; fileName: string; teamId: string },
): Promise<ImportPart[]> {
  const titles = parts.map(({ name }, index) => titleOf(name ?? fileName, index));
  return linkedParts(source, { parts, titles, teamId });
}

/**
 * Maps each sheet of a workbook that has rows to a table of its name, with links as files of a base have them. The
 * table of the only such sheet has the name of the file (imports.workbooks).
 */
export async function workbookParts(
  source: Source,
  { parts, fileName, teamId }: { parts: readonly ImportPart[]; fileName: string; teamId: string },
): Promise<ImportPart[]> {
  const filled = parts.filter(({ rows }) => rows > 0);
  if (filled.length > 1) {
    const titles = parts.map(({ name }, index) => (name ?? "").trim() || `Table ${index + 1}`);
    const linked = await linkedParts(source, { parts, titles, teamId });
    return parts.map((part, at) => (part.rows > 0 ? (linked[at] ?? part) : part));
  }
  const [only = parts[0]] = filled;
  const target = { kind: "new_table" as const, display_name: titleOf(fileName, 0) };
  return parts.map((part) =>
    part === only ? { ...part, target, columns: part.columns.map(asNewColumn(part.columns)) } : part,
  );
}

/** Maps each part to a new table, with links to the others. */
async function linkedParts(
  source: Source,
  { parts, titles, teamId }: { parts: readonly ImportPart[]; titles: readonly string[]; teamId: string },
): Promise<ImportPart[]> {
  const names = await namesOfParts(source, parts, titles, teamId);
  const evidence = await linkEvidence(source, parts, names, teamId);
  const guessed = parts.map((part, at) => {
    const columns = part.columns.map((column, index) => ({
      ...column,
      ...guessOf(column, evidence[at]?.[index], names),
    }));
    return { ...part, columns, losses: lossesIn(part, evidence[at] ?? [], names) };
  });
  const linked = new Set(guessed.flatMap(({ columns }) => columns.flatMap(({ guess }) => guess.parts ?? [])));
  const named = guessed.map((part) => ({
    ...part,
    columns: part.columns.map((column) =>
      column.index === 0 && (linked.has(part.index) || isUniqueList(column, names[part.index]))
        ? asName(column)
        : column,
    ),
  }));
  const made = named.map((part) => ({ ...part, columns: part.columns.map(asNewColumn(part.columns)) }));
  return made.map((part) => mapped(part, made, { names, title: titles[part.index] ?? "" }));
}

function titleOf(file: string, index: number): string {
  const title = (file.split("/").at(-1) ?? "").replace(FILE_ENDING, "").replace(VIEW, "").trim();
  return title.slice(0, NAME_CHARS_MAX) || `Table ${index + 1}`;
}

/** Guess of a column whose cells name rows of other parts, or attachments. */
function guessOf(
  column: ImportColumn,
  evidence: ColumnEvidence | undefined,
  names: readonly PartNames[],
): Partial<ImportColumn> {
  if (evidence === undefined) return {};
  const plain = { decimal: null, date_order: null, question: null };
  if (evidence.isAttachments) return { ...plain, guess: { type: "long_text", confidence: 1 } };
  const parts = evidence.parts.filter((index) => names[index]?.isUnique === true);
  if (parts.length === 0) return {};
  const isOpen = parts.length > 1 && !evidence.isNamed;
  const chosen = evidence.isNamed ? parts.slice(0, 1) : parts;
  const cardinality = evidence.isMany ? ("many" as const) : ("one" as const);
  const confidence = Math.floor(100 / chosen.length) / 100;
  return {
    ...plain,
    guess: { type: "relation", confidence, parts: chosen, cardinality },
    question: isOpen ? "link" : null,
  };
}

/** Reports whether each value is that of one row, in a column of lists, which cannot be unique. */
const isUniqueList = ({ guess }: ImportColumn, names: PartNames | undefined): boolean =>
  guess.type === "multi_select" && names?.isUnique === true;

/** Reads a column whose values name rows in a way in which equal names are equal texts. */
function asName(column: ImportColumn): ImportColumn {
  if (NAME_TYPES.includes(column.guess.type)) return column;
  return {
    ...column,
    ...{ guess: { type: "text", confidence: 1 }, question: null, decimal: null, date_order: null },
  };
}

function mapped(
  part: ImportPart,
  parts: readonly ImportPart[],
  { names, title }: { names: readonly PartNames[]; title: string },
): ImportPart {
  const columns = part.columns.map((column) => {
    const { to, guess, index } = column;
    if (to?.new === undefined) return column;
    const isName = index === 0 && names[part.index]?.isUnique === true;
    const [goal] = guess.parts ?? [];
    const relation = goal === undefined ? undefined : relationTo(parts, goal, guess.cardinality);
    return {
      ...column,
      to: { new: { ...to.new, ...(isName && { unique: true }), ...(relation && { relation }) } },
    };
  });
  return { ...part, target: { kind: "new_table", display_name: title }, columns };
}

function relationTo(
  parts: readonly ImportPart[],
  part: number,
  cardinality: ImportColumn["guess"]["cardinality"] = "one",
) {
  const shown = parts[part]?.columns[0]?.to?.new?.name;
  return { part, cardinality, ...(shown === undefined ? {} : { display_column: shown }) };
}

/** Lists what a file of CSV shows to be lost: attachments, and links by names that several rows have. */
function lossesIn(
  { columns }: ImportPart,
  evidence: readonly ColumnEvidence[],
  names: readonly PartNames[],
): Loss[] {
  return columns.flatMap(({ header, guess }, index): Loss[] => {
    const own = evidence[index];
    if (own === undefined) return [];
    const loss = (kind: string, instead: string) => [{ kind, column: header, count: own.filled, instead }];
    if (own.isAttachments) return loss("attachment", "long_text");
    const isAmbiguous = own.parts.length > 0 && own.parts.every((part) => names[part]?.isUnique !== true);
    return isAmbiguous ? loss("relation", guess.type) : [];
  });
}
