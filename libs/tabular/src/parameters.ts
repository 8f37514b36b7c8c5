// Parameters of the file of a list: the readers of requests and the description have them from here. It imports
// nothing, as the generator reads it.

/** Forms in which a list is answered. */
export const LIST_FORMATS = ["json", "csv", "xlsx"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** Characters between the cells of a CSV line, by their names. */
export const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t" } as const;
export type Delimiter = keyof typeof DELIMITERS;

/** Most items of one file (limits.list-files). */
export const FILE_ITEMS_MAX = 250_000;

export const CSV_TYPE = "text/csv";
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A media type of CSV as it is answered (RFC 4180). */
export const CSV_CONTENT_TYPE = `${CSV_TYPE}; charset=utf-8; header=present`;

/** Schemas of the parameters that a list has besides its own. */
export const FILE_PARAMETERS = {
  format: {
    type: "string",
    enum: [...LIST_FORMATS],
    description:
      "Form of the reply: json, or a file of all items as csv or xlsx. Without it, Accept decides.",
  },
  headers: {
    type: "string",
    enum: ["label", "key"],
    description:
      "Header line and values of a file: as people read them (label, the default), or as programs do.",
  },
  delimiter: {
    type: "string",
    enum: Object.keys(DELIMITERS),
    description: "Character between the cells of a CSV file: comma when absent.",
  },
  bom: {
    type: "boolean",
    description: "Begins a CSV file with a byte order mark, by which some programs know UTF-8.",
  },
  neutralize: {
    type: "boolean",
    description: "Writes ' before a text of a CSV file that a program may take for a formula; 1 when absent.",
  },
  fields: {
    type: "string",
    minLength: 1,
    description: "Columns of a file by their keys, comma separated, in this order. All when absent.",
  },
} as const;

export type FileParameter = keyof typeof FILE_PARAMETERS;
