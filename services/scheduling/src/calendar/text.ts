// Text of strangers, made fit for one line or for several, as calendar entries and mails need it.

/** CR LF, a lone CR and the separators of Unicode end a line too. */
const LINE_ENDS = /\r\n|[\r\n\u2028\u2029\u0085]/g;
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Controls of reading direction, with which a name could turn around the rest of its line. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** The text with `\n` as its only line end, without controls and halves of a surrogate pair. */
export const manyLines = (text: string): string =>
  text.replace(LINE_ENDS, "\n").replace(CONTROLS, "").toWellFormed();

/** The text in one line: every run of line ends and white space is one space. */
export const oneLine = (text: string): string => manyLines(text).replace(/\s+/g, " ").trim();

/** One line for a mail, in which only letters decide which way they are read. */
export const mailLine = (text: string): string => oneLine(text.replace(DIRECTIONS, ""));

/** Lines for a mail, each indented, so that none can pass for one of ours. */
export const mailLines = (text: string): string[] =>
  manyLines(text.replace(DIRECTIONS, ""))
    .split("\n")
    .map((line) => `  ${line}`.trimEnd());
