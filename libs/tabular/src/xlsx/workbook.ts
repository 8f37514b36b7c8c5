import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import { type Column, headersOf, type HeaderStyle, type Item, restOf } from "../columns.ts";
import { cellWriter, escaped, lettersOf, textCell } from "./cell-xml.ts";
import { CellStyles, partsAround, SHEET_CLOSE, sheetOpen } from "./styles.ts";
import { widthsOf } from "./widths.ts";

/** Entries are dated the same, so that equal lists make equal files. */
const DATED = { mtime: new Date(Date.UTC(1980, 0, 1)), forceDosTimestamp: true, mode: 0o100644 };
const TITLE_MAX = 31;

/** Writes a workbook of one sheet, piece by piece: no formula, and nothing that a program runs (moving.xlsx). */
export async function* workbook(
  title: string,
  columns: readonly Column[],
  headers: HeaderStyle,
  pages: AsyncIterable<readonly Item[]>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(partsAround(escaped(titleOf(title)))))
    zip.addBuffer(Buffer.from(xml), name, DATED);
  const styles = new CellStyles();
  const sheet = Readable.from(sheetPieces(columns, headers, pages, styles), { objectMode: false });
  const output = zip.outputStream.pipe(new PassThrough());
  // A failure reaches the reader of the output, and nothing else: an event without a listener would end the process.
  const fail = (error: Error) => output.destroy(error);
  output.on("error", () => undefined);
  sheet.on("error", fail);
  zip.on("error", fail);
  zip.addReadStreamLazy("xl/worksheets/sheet1.xml", { ...DATED, compressionLevel: 4 }, (answer) =>
    answer(null, sheet),
  );
  // Which styles there are is known once the sheet is written.
  zip.addReadStreamLazy("xl/styles.xml", DATED, (answer) =>
    answer(null, Readable.from([Buffer.from(styles.xml())])),
  );
  zip.end();
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    sheet.destroy();
  }
}

/** A name that a sheet may have (ECMA-376, 18.2.19). */
function titleOf(name: string): string {
  return name.replaceAll(/[[\]*?/\\:]/g, " ").slice(0, TITLE_MAX) || "Sheet";
}

async function* sheetPieces(
  columns: readonly Column[],
  headers: HeaderStyle,
  pages: AsyncIterable<readonly Item[]>,
  styles: CellStyles,
): AsyncGenerator<Buffer> {
  const rest = restOf(columns);
  const named = columns.filter(({ isRest }) => isRest !== true);
  const writers = named.map((column, place) => ({
    letters: lettersOf(place),
    write: cellWriter(column, headers, styles),
  }));
  const titles = headersOf(columns, headers);
  const names = titles.map((name, place) => textCell(`${lettersOf(place)}1`, name));
  const openedBy = (items: readonly Item[]) =>
    `${sheetOpen(widthsOf(named, titles, headers, items))}<row r="1">${names.join("")}</row>`;
  let row = 1;
  for await (const items of pages) {
    let xml = row === 1 ? openedBy(items) : "";
    for (const item of items) {
      row += 1;
      xml += `<row r="${row}">`;
      for (const { letters, write } of writers) xml += write(item, `${letters}${row}`);
      for (const [at, text] of (rest?.(item) ?? []).entries())
        xml += textCell(`${lettersOf(named.length + at)}${row}`, text);
      xml += "</row>";
    }
    yield Buffer.from(xml);
  }
  yield Buffer.from(`${row === 1 ? openedBy([]) : ""}${SHEET_CLOSE}`);
}
