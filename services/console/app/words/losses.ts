import { counted } from "./tables.ts";

const cells = (n: number): string => (n === 1 ? "1 cell" : `${counted(n)} cells`);
const things = (n: number, one: string): string => (n === 1 ? `1 ${one}` : `${counted(n)} ${one}s`);

/** Sentences about each kind of loss. */
const LOST: Readonly<Record<string, (n: number) => string>> = {
  attachment: (n) =>
    `${cells(n)} with attachments. The names and addresses of the files are imported as text.`,
  relation: (n) => `${cells(n)} that name rows or people. The names are imported as text.`,
  formula: (n) => `${cells(n)} of a formula. The values are imported, and are not computed again.`,
  rollup: (n) => `${cells(n)} that sum up linked rows. The values are imported, and are not computed again.`,
  lookup: (n) =>
    `${cells(n)} with values of linked rows. The values are imported, and do not follow these rows.`,
  autonumber_restart: (n) =>
    `${cells(n)} with automatic numbers. The numbers are imported; new rows get none.`,
  history: (n) =>
    `${cells(n)} about who made or changed a row, and when. The values are imported, and do not change.`,
  automation: (n) => `${cells(n)} that an AI writes. The texts are imported, and are not written again.`,
  button: (n) => `${things(n, "button")}, which cannot be imported.`,
  comment: (n) => `${things(n, "comment")}, which cannot be imported.`,
  view: (n) => `${things(n, "view")}, which cannot be imported.`,
};

/** Words about columns that an import cannot bring as they are. */
export const LOSSES = {
  title: "Not imported as it is",
  of: (part: string, column: string | null) => (column === null ? `${part}:` : `${part}, ${column}:`),
  says: (kind: string, n: number) => {
    const says = Object.hasOwn(LOST, kind) ? LOST[kind] : undefined;
    return says?.(n) ?? cells(n);
  },
  seen: "I have seen this. Import the rest.",
  confirm: "Some columns cannot be imported as they are. Read them below and confirm them first.",
} as const;
