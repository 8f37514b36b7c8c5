import type { Encoding } from "../read/index.ts";

/** Makes whole numbers of a seed: the same ones in every run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Form in which a table is written. */
export interface TableForm {
  delimiter: string;
  quotes: "needed" | "all";
  lineEnd: "\n" | "\r\n" | "\r";
  endsWithLine: boolean;
}

/** Writes a table as the simplest writer does. */
export function writtenTable(rows: readonly (readonly string[])[], form: TableForm): string {
  const needs = (cell: string): boolean =>
    form.quotes === "all" || cell === "" || /["\r\n]/.test(cell) || cell.includes(form.delimiter);
  const lines = rows.map((row) =>
    row.map((cell) => (needs(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(form.delimiter),
  );
  return lines.join(form.lineEnd) + (form.endsWithLine ? form.lineEnd : "");
}

const LATIN = "àÀéÉüÜßñÑ€œ–“”";
/** Characters of each encoding by which its texts differ from those of another one. */
const OWN: Partial<Record<Encoding, string>> = {
  "utf-8": "äж字😀\u00a0\ufffd",
  "utf-16le": "äж字😀\u00a0\ufffd",
  "utf-16be": "äж字😀\u00a0\ufffd",
  "windows-1252": LATIN,
  "windows-1251": "жЩюЯ№",
  macintosh: "äÄéØ∞",
};
const COMMON = ["a", "B", "7", " ", ",", ";", "\t", "|", '"', "'", "\n", "\r\n", "\r", "-", "=", "."];

/** Makes tables of texts that an encoding has. */
export function tableMaker(below: (count: number) => number, encoding: Encoding) {
  const own = Array.from(OWN[encoding] ?? "");
  const character = (): string =>
    (below(3) === 0 ? own[below(own.length)] : COMMON[below(COMMON.length)]) ?? "x";
  const cell = (): string => Array.from({ length: below(4) === 0 ? 0 : below(12) }, character).join("");
  return (rows: number, columns: number): string[][] =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, cell));
}

/** Bytes of single-byte encodings by their characters, from the decoder. */
const pages = new Map<Encoding, Map<string, number>>();

function pageOf(encoding: Encoding): Map<string, number> {
  const known = pages.get(encoding);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(encoding);
  const page = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.from([byte])), byte]));
  pages.set(encoding, page);
  return page;
}

/** Writes a text in an encoding, on request with the mark that names it. */
export function encodedText(text: string, encoding: Encoding, mark = false): Buffer {
  const whole = mark ? `\ufeff${text}` : text;
  if (encoding === "utf-8") return Buffer.from(whole);
  if (encoding === "utf-16le") return Buffer.from(whole, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(whole, "utf16le").swap16();
  const page = pageOf(encoding);
  return Buffer.from(Array.from(text, (character) => page.get(character) ?? 0x3f));
}
