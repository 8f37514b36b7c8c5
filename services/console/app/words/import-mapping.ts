import { COLUMN_TYPES } from "./columns.ts";
import { are } from "./imports.ts";
import { counted } from "./tables.ts";

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
  unread: (why: string) => `No cell of this column has a value, so it is left out. ${why}`,
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
