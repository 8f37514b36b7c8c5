import type { Schemas } from "../api.ts";
import { counted, rowsText as rows } from "./tables.ts";

type Counts = Schemas["DataImportCounts"];

/** Sentence about a number of rows, which is another one for a single row. */
export const are = (n: number, is: string, all: string): string => `${rows(n)} ${n === 1 ? is : all}`;

/** Words of the verdicts on rows, the most urgent first. */
export const VERDICTS = {
  reject: "Rejected",
  create: "New",
  update: "Updated",
  unchanged: "Unchanged",
  skip: "Skipped",
} as const;

export type Verdict = keyof typeof VERDICTS;

/** Sentences about the rows of each verdict; none about no rows. */
const SENTENCES: Readonly<Record<Verdict, (n: number) => string>> = {
  create: (n) => (n === 1 ? "1 new row" : `${counted(n)} new rows`),
  update: (n) => `${rows(n)} updated`,
  unchanged: (n) => `${rows(n)} unchanged`,
  skip: (n) => `${rows(n)} skipped`,
  reject: (n) => `${rows(n)} rejected`,
};

/** Says how many rows have each verdict. */
export function verdictsText(counts: Counts): string {
  const verdicts = ["create", "update", "unchanged", "skip", "reject"] as const;
  const said = verdicts.filter((one) => counts[one] > 0).map((one) => SENTENCES[one](counts[one]));
  const { new_choices: choices = 0, new_rows: linked = 0, new_files: files = 0 } = counts;
  const { warned = 0 } = counts;
  if (warned > 0) said.push(`${rows(warned)} with warnings`);
  if (choices > 0) said.push(choices === 1 ? "1 new choice" : `${counted(choices)} new choices`);
  if (linked > 0) said.push(linked === 1 ? "1 new row to link to" : `${counted(linked)} new rows to link to`);
  if (files > 0) said.push(files === 1 ? "1 new file" : `${counted(files)} new files`);
  return said.length === 0 ? "No rows" : said.join(", ");
}

export const IMPORTS = {
  kind: "Import",
  none: "There are no imports yet. Import a file on All tables, on Articles, or on the page of a table.",
  columns: { name: "Name", state: "State", rows: "Rows", when: "Started", who: "By" },
  states: {
    analysing: "Reading",
    analysed: "Not checked",
    checking: "Checking",
    ready: "Checked",
    running: "Importing",
    done: "Done",
    failed: "Failed",
    cancelled: "Canceled",
  },
  progress: {
    analysing: "Reading the file …",
    checking: (done: number, all: number) => `Checking rows: ${counted(done)} of ${counted(all)}`,
    running: (done: number, all: number) => `Importing rows: ${counted(done)} of ${counted(all)}`,
  },
  total: rows,
  check: "Check",
  run: (n: number) => `Import ${rows(n)}`,
  waits: "This import waits for approval.",
  proposal: "Show the proposal",
  decided: "The last proposal of this import:",
  runNothing: "No row changes anything, so there is nothing to import.",
  leave: (n: number) => ({
    title: n === 1 ? "Leave out 1 rejected row?" : `Leave out ${counted(n)} rejected rows?`,
    says: "The other rows are imported. You can download the rejected rows, correct them and import that file.",
    does: "Leave out and import",
  }),
  cancel: { opens: "Cancel the import" },
  remove: (name: string) => ({
    opens: "Delete",
    title: `Delete the import “${name}”?`,
    says: "Its file and its check are deleted. Imported rows stay.",
    does: "Delete",
  }),
  again: "Import another file",
  unread: (name: string) => `${name} could not be read, so nothing was imported.`,
  result: "Outcome",
  cancelled: "The import was canceled.",
  written: (n: number) => are(n, "was imported.", "were imported."),
  takenBack: ({ create, update, written }: Counts) => {
    const removed = update === 0 ? "and removed again" : "and taken back";
    const updated = update === 0 || create === 0 ? "" : " New rows are removed, and updated rows";
    const former = update === 0 ? "" : `${updated || " They"} have their former values again.`;
    return `${are(written, "was imported", "were imported")} ${removed}.${former}`;
  },
  changed: (n: number) =>
    `${are(n, "was", "were")} not imported, because the data changed after the check. You can import the file again.`,
  left: (n: number) => `${are(n, "was", "were")} rejected and left out.`,
  nowhere: (n: number, names: readonly string[]) =>
    `${are(n, "is left out, because its part", "are left out, because their part")} of the file goes nowhere: ${names.join(", ")}.`,
  rejected: "Download rejected rows",
  rejectedOf: (part: string) => `Download rejected rows of ${part}`,
  showTable: (name: string) => `Open ${name}`,
  showContacts: "Open contacts",
  showArticles: "Open articles",
  noneOfContacts: "There are no imports yet. Import a file on Contacts.",
  undoing: (percent: number) => `Undoing: ${percent} % done`,
  undone: "The import was undone.",
} as const;

/** The import of a change, on the page of the change. */
export const IMPORT_RUN = {
  title: "Import",
  shown: (n: number, all: number) =>
    n < all
      ? `Below are ${counted(n)} of ${rows(all)}. The decision is about all of them.`
      : `Below ${all === 1 ? "is" : "are all"} ${rows(all)}.`,
  table: (all: number) =>
    `Below is the new table. ${rows(all)} ${all === 1 ? "is" : "are"} added to it; the page of the import shows them.`,
  rejected: (n: number) => are(n, "is rejected and left out:", "are rejected and left out:"),
  more: (n: number) => `and ${rows(n)} more`,
  open: "Show the import",
} as const;

/** The dialog in which a person chooses what to import. */
export const SOURCE = {
  into: "The rows go into a new table. You can choose another table in the next step.",
  intoContacts:
    "The rows become contacts. Files of HubSpot and Google and contact cards are recognized; you can change where each column goes.",
  intoArticles:
    "The rows become drafts of articles. In a ZIP archive of Markdown files, such as an export of Notion, each file becomes a draft. Its pictures become public files: each person with the address of a picture can see it.",
  drop: "Drop a file here",
  formats:
    "CSV, Excel (.xlsx), JSON lines, contact cards (.vcf), or a ZIP archive of these or of Markdown files",
  choose: "File",
  paste: "Or paste rows",
  pasteHelp: "With the names of the columns in the first line, as you copy them from a spreadsheet.",
  does: "Continue",
  uploading: "Uploading the file …",
  reading: "Reading the rows …",
  pasted: "Pasted rows",
} as const;

/** The dialog of a paste of many rows into the grid of a table. */
export const PASTE = {
  why: (n: number) =>
    `These are ${rows(n)}. More than 500 are imported: rows that cannot be read are listed with the reasons, and one undo takes all of it back.`,
  columns: (titles: readonly string[]) => `Columns: ${titles.join(", ")}`,
  leftOut: (n: number) =>
    n === 1 ? "1 pasted column is left out." : `${counted(n)} pasted columns are left out.`,
  found: (column: string) =>
    `Rows that are there already are found by ${column} and updated. Others are added.`,
  id: "their ID",
  covers: (there: number, others: number) =>
    there === 0
      ? "All of them are added as new rows."
      : `${are(there, "of the table gets the pasted cells.", "of the table get the pasted cells.")} ${others === 0 ? "" : `${rows(others)} ${others === 1 ? "is" : "are"} added.`}`.trim(),
  does: (n: number) => `Import ${rows(n)}`,
  nothing: "None of the pasted columns goes to a column of the table. Paste at another column.",
} as const;

/** The form for a base of Airtable. */
export const AIRTABLE = {
  opens: "Or import a base of Airtable",
  base: "Address or ID of the base",
  noBase:
    "This has no ID of a base. Copy the address of the base from your browser, or its ID, such as appLkNDICXNqxSDhG.",
  token: "Personal access token",
  help: "Create a token at airtable.com/create/tokens with the scopes data.records:read and schema.bases:read, and with access to this base. It is stored encrypted until the import ends, for 7 days at most.",
  does: "Read the base",
} as const;

/** Facts of a source. */
export const FACTS = {
  title: "File",
  rows,
  formats: {
    csv: "CSV",
    tsv: "tab-separated text",
    semicolon: "CSV with semicolons",
    xlsx: "Excel workbook",
    json_lines: "lines of JSON",
    vcf: "contact cards",
    zip: "ZIP archive",
  },
  delimiters: { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Bar" },
  separatedBy: (sign: string) => `columns separated by: ${sign.toLowerCase()}`,
  encodings: {
    "utf-8": "Unicode (UTF-8)",
    "utf-16le": "Unicode (UTF-16)",
    "utf-16be": "Unicode (UTF-16, big-endian)",
    "windows-1252": "Western Europe (Windows)",
    "iso-8859-15": "Western Europe (ISO)",
    "windows-1250": "Central Europe (Windows)",
    "iso-8859-2": "Central Europe (ISO)",
    "windows-1251": "Cyrillic (Windows)",
    cp866: "Cyrillic (DOS)",
    "windows-1253": "Greek (Windows)",
    "windows-1254": "Turkish (Windows)",
    "windows-1255": "Hebrew (Windows)",
    "windows-1256": "Arabic (Windows)",
    "windows-1257": "Baltic (Windows)",
    macintosh: "Western Europe (Macintosh)",
    shift_jis: "Japanese (Shift JIS)",
    gb18030: "Chinese (GB 18030)",
    big5: "Chinese (Big5)",
    "euc-kr": "Korean (EUC-KR)",
  },
  header: "The first line has the names of the columns",
  noHeader: "The first line is a row",
  guessed: (facts: string) =>
    `Guessed: ${facts}. Look at the examples below; change the guess if they look wrong.`,
  guesses: { encoding: "characters", delimiter: "separator", header: "first line" },
  change: "Change",
  country: (name: string | undefined) =>
    name === undefined
      ? "Phone numbers without a country code are rejected."
      : `Phone numbers without a country code are numbers of this country: ${name}.`,
  noCountry: "none: reject them",
  changeCountry: "Change the country",
  labels: {
    encoding: "Characters",
    delimiter: "Separator",
    header: "First line",
    country: "Phone numbers without a country code",
  },
  does: "Read again",
} as const;

/** Rows with their verdicts. */
export const CHECKED = {
  title: "Rows",
  which: "Rows by verdict",
  countOf: (verdict: Verdict, n: number) => `${VERDICTS[verdict]} (${counted(n)})`,
  changed: (n: number) => `Changed meanwhile (${counted(n)})`,
  warned: (n: number) => `With warnings (${counted(n)})`,
  columns: { line: "Line", values: "Values", reasons: "Why", warnings: "Warnings" },
  line: (n: number, part = "") => `Line ${counted(n)}${part === "" ? "" : ` of ${part}`}`,
  none: "No rows have this verdict.",
  fault: (header: string | null, value: string | null, message: string) =>
    [
      header === null ? "" : `${header}: `,
      value === null || value === "" ? "" : `“${value}”. `,
      message,
    ].join(""),
} as const;
