import { digitsOf } from "@jst/values";

/** Formats of numbers that have one, by the kind of their column; plain numbers have the first. */
const FORMATS = {
  plain: "General",
  date: "yyyy-mm-dd",
  instant: "yyyy-mm-dd hh:mm:ss.000",
  duration: "[h]:mm:ss",
  percent: "0.00%",
} as const;
export type FormatName = keyof typeof FORMATS;

/** Numbers of formats of a file's own begin here (ECMA-376, 18.8.30). */
const FIRST_FORMAT = 164;
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Styles of the cells of a workbook: a currency comes in with its first amount. */
export class CellStyles {
  readonly #formats: string[] = Object.values(FORMATS);

  /** Returns the place of the style of a kind of numbers. */
  placeOf(name: FormatName): number {
    return this.#formats.indexOf(FORMATS[name]);
  }

  /** Returns the place of the style of amounts, with the decimals and the code of their currency. */
  placeOfMoney(currency: string): number {
    const digits = digitsOf(currency);
    const amount = digits === 0 ? "#,##0" : `#,##0.${"0".repeat(digits)}`;
    const format = /^[A-Z]{3}$/.test(currency) ? `${amount} [$${currency}]` : amount;
    const place = this.#formats.indexOf(format);
    return place === -1 ? this.#formats.push(format) - 1 : place;
  }

  /** Writes the part with the styles: one font, no fill, no border, and the formats. */
  xml(): string {
    const formats = this.#formats.map(
      (format, place) => `<numFmt numFmtId="${FIRST_FORMAT + place}" formatCode="${format}"/>`,
    );
    const uses = this.#formats.map(
      (_format, place) =>
        `<xf numFmtId="${place === 0 ? 0 : FIRST_FORMAT + place}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    return `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join("")}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${uses.length}">${uses.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  }
}

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Writes the parts around sheet and styles, by their names; `title` is the escaped name of the sheet. */
export function partsAround(title: string): Readonly<Record<string, string>> {
  const relations = (...all: [id: string, kind: string, target: string][]) =>
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all
      .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
      .join("")}</Relationships>`;
  return {
    "[Content_Types].xml": `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    "_rels/.rels": relations(["rId1", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      ["rId1", "worksheet", "worksheets/sheet1.xml"],
      ["rId2", "styles", "styles.xml"],
    ),
  };
}

/** Beginning of the sheet, whose first row stays in view, with the widths of its columns in characters. */
export function sheetOpen(widths: readonly number[]): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const cols = columns.length === 0 ? "" : `<cols>${columns.join("")}</cols>`;
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${cols}<sheetData>`;
}

export const SHEET_CLOSE = "</sheetData></worksheet>";
