/** Part of a file that a person reads as English. */
export interface Passage {
  kind: "comment" | "text" | "title" | "page";
  /** Words in one line; a piece of code is a lone "`". */
  text: string;
  /** Number of its first line, from 1. */
  line: number;
}

/** Patterns of the beginning of a comment by file extension; a file with another extension has no comments. */
export const COMMENT_STARTS: Readonly<Record<string, RegExp>> = {
  ts: /^\s*(?:\/\*\*?|\*|\/\/)(?!\/)|\s\/\/ (?=\S)/,
  tsx: /^\s*(?:\/\*\*?|\*|\/\/)(?!\/)|\s\/\/ (?=\S)/,
  js: /^\s*(?:\/\*\*?|\*|\/\/)|\s\/\/ (?=\S)/,
  proto: /^\s*\/\//,
  sql: /^\s*--/,
  yaml: /(?:^|\s)#(?=\s)/,
  sh: /^\s*#/,
};

/** Titles of tests speak of the product as comments do. */
export const TITLE = /^\s*(?:await |void )*(?:test|describe)\(\s*["`]/;
const TITLE_TEXT = /^\s*(?:await |void )*(?:test|describe)\(\s*(["`])(.*)\1/;
/** Texts of code that begin like a sentence and have several words. */
const SENTENCE = /(["'`])([A-Z](?:\\.|(?!\1)[^\\])* (?:\\.|(?!\1)[^\\])*)\1/g;
const LIST_ITEM = /^\s*(?:[-*]|\d+\.)\s/;

/** Ending of a file's name. */
export const endingOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** Replaces every piece of code in backticks by "` `". */
export const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]*`/g, "` `");

/** Passages of a file in the order of its lines: comments, sentences in code, titles of tests, paragraphs of a page. */
export function passagesOf(path: string, text: string): Passage[] {
  const ending = endingOf(path);
  if (ending === "md") return paragraphs(text);
  const start = COMMENT_STARTS[ending];
  return start === undefined ? [] : [...codePassages(text, start, /^[tj]sx?$/.test(ending))];
}

function* codePassages(text: string, start: RegExp, hasTexts: boolean): Generator<Passage> {
  let block: Passage | undefined;
  for (const [at, line] of text.split("\n").entries()) {
    const comment = start.exec(line);
    const words = comment === null ? "" : commentWords(line, comment);
    const isWhole = comment?.index === 0;
    if (block !== undefined && (!isWhole || words === "" || LIST_ITEM.test(words))) {
      yield block;
      block = undefined;
    }
    if (words !== "")
      block = { kind: "comment", text: `${block?.text ?? ""} ${words}`.trim(), line: block?.line ?? at + 1 };
    if (!isWhole && hasTexts) yield* textsOf(comment === null ? line : line.slice(0, comment.index), at + 1);
  }
  if (block !== undefined) yield block;
}

function commentWords(line: string, { index, 0: { length } }: RegExpExecArray): string {
  return withoutCode(line.slice(index + length).replace(/\*\/\s*$/, "")).trim();
}

function* textsOf(line: string, number: number): Generator<Passage> {
  const title = TITLE_TEXT.exec(line)?.[2];
  if (title !== undefined) yield { kind: "title", text: title, line: number };
  else
    for (const [, , text = ""] of line.matchAll(SENTENCE))
      if (/[a-z]{2} [a-z]/.test(text)) yield { kind: "text", text, line: number };
}

/** Paragraphs, items of lists and cells of tables of a page, without its code. */
function paragraphs(text: string): Passage[] {
  const blank = text.replaceAll(/^```.*?^```/gms, (code) => code.replaceAll(/[^\n]/g, ""));
  const found: Passage[] = [];
  let isOpen = false;
  for (const [at, line] of withoutCode(blank).split("\n").entries()) {
    const last = found.at(-1);
    if (line.startsWith("|"))
      for (const cell of line.split("|").filter((one) => /[a-z]/i.test(one)))
        found.push({ kind: "page", text: cell.trim(), line: at + 1 });
    else if (isOpen && last !== undefined && line.trim() !== "" && !LIST_ITEM.test(line))
      last.text += ` ${line.trim()}`;
    else if (line.trim() !== "")
      found.push({ kind: "page", text: line.replace(LIST_ITEM, "").trim(), line: at + 1 });
    isOpen = line.trim() !== "" && !/^[|#]/.test(line);
  }
  return found;
}
