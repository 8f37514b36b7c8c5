import { zipOf, type TestEntry } from "@jst/testing/zips";

/** A sheet of a workbook to the letter: the XML between `<sheetData>` and its end, and what follows it. */
export interface TestSheet {
  name: string;
  data: string;
  behind?: string;
  state?: "hidden" | "veryHidden";
}

/** A workbook to the letter. */
export interface TestWorkbook {
  sheets: readonly TestSheet[];
  strings?: readonly string[];
  /** Format codes of styles 1, 2 and so on; a number is that of a format that every program knows. */
  formats?: readonly (string | number)[];
  is1904?: boolean;
  more?: readonly TestEntry[];
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Writes a text as XML has it. */
export const escapedXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

/** Makes a workbook as Excel writes it. */
export function workbookOf({
  sheets,
  strings,
  formats = [],
  is1904 = false,
  more = [],
}: TestWorkbook): Buffer {
  const relations = [
    ...sheets.map((_, at) => relation(at + 1, "worksheet", `worksheets/sheet${at + 1}.xml`)),
    relation(1_000, "styles", "styles.xml"),
    ...(strings === undefined ? [] : [relation(1_001, "sharedStrings", "sharedStrings.xml")]),
  ];
  const listed = sheets
    .map(
      ({ name, state = "visible" }, at) =>
        `<sheet name="${escapedXml(name)}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
    )
    .join("");
  return zipOf([
    { name: "[Content_Types].xml", content: typesOf(sheets.length) },
    {
      name: "_rels/.rels",
      content: `${HEAD}<Relationships ${PACKAGE}>${relation(1, "officeDocument", "xl/workbook.xml")}</Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      content: `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${listed}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `${HEAD}<Relationships ${PACKAGE}>${relations.join("")}</Relationships>`,
    },
    { name: "xl/styles.xml", content: stylesOf(formats) },
    ...sheets.map(({ data, behind = "" }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `${HEAD}<worksheet ${MAIN}><sheetData>${data}</sheetData>${behind}</worksheet>`,
    })),
    ...(strings === undefined ? [] : [{ name: "xl/sharedStrings.xml", content: stringsOf(strings) }]),
    ...more,
  ]);
}

const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

function typesOf(sheets: number): string {
  const override = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${SPREADSHEET}.${type}+xml"/>`;
  const all = [
    override("workbook", "sheet.main"),
    ...Array.from({ length: sheets }, (_, at) => override(`worksheets/sheet${at + 1}`, "worksheet")),
    override("styles", "styles"),
    override("sharedStrings", "sharedStrings"),
  ];
  const relations = "application/vnd.openxmlformats-package.relationships+xml";
  return `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${relations}"/><Default Extension="xml" ContentType="application/xml"/>${all.join("")}</Types>`;
}

const FIRST_OWN = 164;

function stylesOf(formats: readonly (string | number)[]): string {
  const own = formats.map((code, at) => ({ code, id: typeof code === "number" ? code : FIRST_OWN + at }));
  const codes = own
    .filter(({ code }) => typeof code === "string")
    .map(({ code, id }) => `<numFmt numFmtId="${id}" formatCode="${escapedXml(String(code))}"/>`);
  const styles = [0, ...own.map(({ id }) => id)].map((id) => `<xf numFmtId="${id}" fontId="0"/>`);
  return `${HEAD}<styleSheet ${MAIN}><numFmts>${codes.join("")}</numFmts><fonts><font/></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join("")}</cellXfs></styleSheet>`;
}

const stringsOf = (strings: readonly string[]): string =>
  `${HEAD}<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escapedXml(text)}</t></si>`).join("")}</sst>`;

/** A cell of a test sheet: a text, a number, yes or no, nothing, or its XML but for the place. */
export type TestCell = string | number | boolean | null | { xml: string };

/** Writes rows of cells as XML, from the first row on; texts stand in the cells themselves. */
export function rowsXml(rows: readonly (readonly TestCell[])[]): string {
  return rows
    .map(
      (cells, row) => `<row r="${row + 1}">${cells.map((cell, at) => cellXml(cell, at, row)).join("")}</row>`,
    )
    .join("");
}

function cellXml(cell: TestCell, column: number, row: number): string {
  const place = `r="${columnName(column)}${row + 1}"`;
  if (cell === null) return "";
  if (typeof cell === "object") return `<c ${place} ${cell.xml}</c>`;
  if (typeof cell === "number") return `<c ${place}><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c ${place} t="b"><v>${Number(cell)}</v></c>`;
  return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escapedXml(cell)}</t></is></c>`;
}

/** The letters of a column from 0: A, Z, AA. */
export function columnName(column: number): string {
  const rest = String.fromCharCode(65 + (column % 26));
  return column < 26 ? rest : columnName(Math.floor(column / 26) - 1) + rest;
}
