/** A block of texts, row by row. */
export type TextBlock = readonly (readonly string[])[];

/** A copied block: the shown text and the exact value of each cell. */
export interface CopiedBlock {
  /** The team and the types of the columns, by which a paste knows that it may use the values. */
  source: { team: string; types: readonly string[] };
  cells: readonly (readonly { text: string; value: unknown }[])[];
}

/** The contents of a clipboard by type, as far as the grid uses them. */
export interface Clipping {
  text: string;
  html: string;
}

const QUOTED = /["\t\r\n]/;

/** Writes a copied block as tab-separated text and as an HTML table that has the exact values (console.grid-copy). */
export function clippingOf({ source, cells }: CopiedBlock): Clipping {
  const lines = linesOf(cells.map((row) => row.map(({ text }) => text)));
  const values = { ...source, values: cells.map((row) => row.map(({ value }) => value ?? null)) };
  const rows = cells.map((row) => `<tr>${row.map(({ text }) => `<td>${escaped(text)}</td>`).join("")}</tr>`);
  return {
    // A break ends the last of several lines, so that an empty last line is one.
    text: lines.length === 1 ? lines.join("") : lines.map((line) => `${line}\r\n`).join(""),
    html: `<table data-values="${escaped(JSON.stringify(values))}"><tbody>${rows.join("")}</tbody></table>`,
  };
}

/** Writes each row as a line of tab-separated cells. */
export const linesOf = (rows: TextBlock): string[] => rows.map((row) => row.map(quoted).join("\t"));

const quoted = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "<br>",
};

const escaped = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(/[&<>"\n]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * Reads tab-separated text. A quote opens a cell only at the start of the cell, and only if another quote closes it
 * before a tab, a line break or the end; any other quote is text. Rows have the same length: missing cells are empty.
 */
export function blockOf(text: string): TextBlock {
  const rows: string[][] = [[]];
  let from = 0;
  while (from <= text.length) {
    const cell = cellAt(text, from);
    rows.at(-1)?.push(cell.text);
    if (cell.end >= text.length) break;
    const isTab = text[cell.end] === "\t";
    from = cell.end + (text.startsWith("\r\n", cell.end) ? 2 : 1);
    if (isTab) continue;
    // A line break at the end ends the last row and begins none.
    if (from >= text.length) break;
    rows.push([]);
  }
  const width = Math.max(...rows.map(({ length }) => length));
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => "")]);
}

interface ReadCell {
  text: string;
  /** The index of the tab or line break after the cell, or the length of the whole text. */
  end: number;
}

function cellAt(text: string, from: number): ReadCell {
  return (text[from] === '"' ? quotedCellAt(text, from) : undefined) ?? plainCellAt(text, from);
}

function plainCellAt(text: string, from: number): ReadCell {
  SEPARATOR.lastIndex = from;
  const end = SEPARATOR.exec(text)?.index ?? text.length;
  return { text: text.slice(from, end), end };
}

const SEPARATOR = /[\t\r\n]/g;

function quotedCellAt(text: string, from: number): ReadCell | undefined {
  let read = "";
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    read += text.slice(at, quote);
    const after = text[quote + 1];
    if (after === undefined || "\t\r\n".includes(after)) return { text: read, end: quote + 1 };
    if (after !== '"') return undefined;
    read += '"';
    at = quote + 2;
  }
}

/** A pasted block: texts to read by column, or exact values of the same team and types. */
export interface PastedBlock {
  texts: TextBlock;
  own?: { types: readonly string[]; values: readonly (readonly unknown[])[] };
}

/** More rows than one paste writes, with the place in the grid where they go. */
export interface ManyRows {
  pasted: PastedBlock;
  /** Name of the column of the grid under each pasted one; undefined beyond the last. */
  under: readonly (string | undefined)[];
  /** Ids of the rows that the block covers; empty for a new one. */
  ids: readonly string[];
}

/**
 * Reads a clipboard: its text, and the exact values that the same team has copied. Undefined if the clipboard has
 * neither. HTML of others is not read: programs that copy cells copy them as text too.
 */
export function pastedOf({ text, html }: Clipping, team: string): PastedBlock | undefined {
  const own = ownValues(html, team);
  if (text === "" && own === undefined) return undefined;
  return { texts: blockOf(text), ...(own === undefined ? {} : { own }) };
}

interface OwnValues {
  team: string;
  types: string[];
  values: unknown[][];
}

const VALUES = /<table data-values="([^"]*)"/;

function ownValues(html: string, team: string): PastedBlock["own"] | undefined {
  try {
    const read = JSON.parse(unescaped(VALUES.exec(html)?.[1] ?? "null")) as Partial<OwnValues> | null;
    if (read?.team !== team || !Array.isArray(read.types) || !Array.isArray(read.values)) return undefined;
    const width = read.types.length;
    const isBlock =
      read.values.length > 0 && read.values.every((row) => Array.isArray(row) && row.length === width);
    return isBlock ? { types: read.types, values: read.values } : undefined;
  } catch {
    return undefined;
  }
}

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);|<br>/g, (sign) => SIGNS[sign] ?? sign);

const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ENTITIES).map(([sign, entity]) => [entity, sign]),
);
