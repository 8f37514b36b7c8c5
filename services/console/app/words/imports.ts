import type { Schemas } from "../api.ts";
import { COLUMN_TYPES } from "./columns.ts";

type Counts = Schemas["DataImportCounts"];

const counted = (n: number): string => new Intl.NumberFormat("en").format(n);
const rows = (n: number): string => (n === 1 ? "1 row" : `${counted(n)} rows`);
const cells = (n: number): string => (n === 1 ? "1 cell" : `${counted(n)} cells`);
const are = (n: number, is: string, all: string): string => `${rows(n)} ${n === 1 ? is : all}`;

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
  runNothing: "No row changes anything, so there is nothing to import.",
  leave: (n: number) => ({
    title: n === 1 ? "Leave out 1 rejected row?" : `Leave out ${counted(n)} rejected rows?`,
    says: "The other rows are imported. You can correct the rejected rows in your file and import it again.",
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
  changed: (n: number) =>
    `${are(n, "was", "were")} not imported, because the data changed after the check. You can import the file again.`,
  left: (n: number) => `${are(n, "was", "were")} rejected and left out.`,
  showTable: (name: string) => `Open ${name}`,
  showContacts: "Open contacts",
  showArticles: "Open articles",
  noneOfContacts: "There are no imports yet. Import a file on Contacts.",
  undoing: (percent: number) => `Undoing: ${percent} % done`,
  undone: "The import was undone: its rows are as they were before.",
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
  waits:
    "The upload waits for approval, so the import did not begin. Ask an owner or admin to import the file.",
  pasted: "Pasted rows",
  tooLong: "This is more text than can be pasted. Save it as a file, and import the file.",
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
  labels: { encoding: "Characters", delimiter: "Separator", header: "First line" },
  does: "Read again",
} as const;

/** Columns of a part and where they go. */
export const MAPPING = {
  part: (name: string | null) => name ?? "Columns",
  faulty: (n: number) => `${are(n, "cannot be read and is", "cannot be read and are")} rejected.`,
  notChecked: "The rows were not checked. Correct this first:",
  target: "The rows go to",
  nowhere: "nowhere: leave these rows out",
  newTable: "a new table",
  tableName: "Name of the new table",
  columns: { header: "Column of the file", samples: "Examples", type: "Type", goes: "Goes to" },
  typeOf: (header: string) => `Type of ${header}`,
  goesOf: (header: string) => `${header} goes to`,
  leaveOut: "Leave out",
  leftOut: "left out",
  pasted: "Imported rows",
  newColumn: "a new column",
  ofRow: "the ID of the row",
  ofContact: "the ID of the contact",
  ofArticle: "the ID of the article",
  customField: (header: string) => `a field of its own: ${header}`,
  more: (header: string) => `More about ${header}`,
  moreSign: "More",
  noSamples: "no values",
  nameless: "column",
  match: "Rows that are there already",
  noMatch: "Add every row as a new row",
  matchBy: (column: string) => `Find them by ${column}`,
  onMatch: "If a row is found",
  onMatches: { update: "update it", skip: "skip it" },
  onNew: "If no row is found",
  onNews: { create: "add a new row", skip: "skip it" },
  /** The same for contacts. */
  contacts: {
    match: "Contacts that are there already",
    noMatch: "Add every row as a new contact",
    onMatch: "If a contact is found",
    onNew: "If no contact is found",
    onNews: { create: "add a new contact", skip: "skip it" },
  },
  /** The same for articles. */
  articles: {
    match: "Articles that are there already",
    noMatch: "Add every row as a new article",
    onMatch: "If an article is found",
    onNew: "If no article is found",
    onNews: { create: "add a new article", skip: "skip it" },
  },
  onEmpty: "If the cell is empty",
  onEmpties: { keep: "the value of the row stays", clear: "the value of the row is emptied" },
  onError: "If the value is not valid",
  onErrors: { reject: "reject the row", empty: "leave the cell empty" },
  onUnknown: "If the choice is not known",
  onUnknowns: {
    reject: "reject the row",
    empty: "leave the cell empty",
    add: "add the choice to the column",
  },
  onUnknownRow: "If no row has this name",
  onUnknownRows: {
    reject: "reject the row",
    empty: "leave the link out",
    create: "add a row with this name",
  },
  link: "These values are rows of more than one table. To which one do they link?",
  linkTo: (table: string) => `link to ${table}`,
  linkBy: "Find the linked rows by",
  linkedByDefault: "their name",
  linked: (n: number) => (n === 1 ? "1 row of the table" : `${counted(n)} rows of the table`),
  date_order: "How are these dates written?",
  orders: { dmy: "Day first", mdy: "Month first" },
  decimal: "Which sign is the decimal sign of these numbers?",
  decimals: { ".": "The point", ",": "The comma" },
  means: (text: string, value: string) => `“${text}” means ${value}`,
  types: COLUMN_TYPES,
} as const;

/** Words about columns that an import cannot bring as they are. */
export const LOSSES = {
  title: "Not imported as it is",
  of: (part: string, column: string | null) => (column === null ? `${part}:` : `${part}, ${column}:`),
  says: (kind: string, n: number) =>
    kind === "attachment"
      ? `${cells(n)} with attachments. The names and addresses of the files are imported as text.`
      : kind === "relation"
        ? `${cells(n)} that name rows of which several have the same name. The names are imported as text.`
        : cells(n),
  seen: "I have seen this. Import the rest.",
  confirm: "Some columns cannot be imported as they are. Read them below and confirm them first.",
} as const;

/** Rows with their verdicts. */
export const CHECKED = {
  title: "Rows",
  which: "Rows by verdict",
  countOf: (verdict: Verdict, n: number) => `${VERDICTS[verdict]} (${counted(n)})`,
  changed: (n: number) => `Changed meanwhile (${counted(n)})`,
  columns: { line: "Line", values: "Values", reasons: "Why", warnings: "Warnings" },
  line: (n: number) => `Line ${counted(n)}`,
  none: "No rows have this verdict.",
  fault: (header: string | null, value: string | null, message: string) =>
    [
      header === null ? "" : `${header}: `,
      value === null || value === "" ? "" : `“${value}”. `,
      message,
    ].join(""),
} as const;

/** Names of fields of a contact that its page does not name. */
export const CONTACT_GOALS = {
  display_name: "Displayed name",
  additional_emails: "Further e-mail addresses",
  additional_phones: "Further phone numbers",
  line1: "Street and number",
  line2: "Second line of the address",
  postal_code: "Postal code",
  city: "City",
  region: "State or region",
  country: "Country",
  owner: "Owner",
  source: "Source",
  external_id: "ID in another system",
  timezone: "Time zone",
  locale: "Language",
  nameless: "field",
  consent: (channel: "email" | "sms" | "whatsapp", purpose: "marketing" | "transactional") =>
    `Consent to ${purpose} by ${{ email: "e-mail", sms: "SMS", whatsapp: "WhatsApp" }[channel]}`,
} as const;

/** Names of fields of an article that its page does not name. */
export const ARTICLE_GOALS = { slug: "Short name in addresses" } as const;
