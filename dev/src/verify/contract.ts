import { COMMENT_STARTS, endingOf, TITLE, withoutCode } from "./prose.ts";

/** Longest decision record, in lines: half a page. What has grown belongs into the README of what it describes. */
const RECORD_LINES_MAX = 45;

const CLAUSE = /^### (.*)$/gm;
const NAME = /^[a-z]+\.[a-z]+(?:-[a-z]+)*$/;
/** Old names of pages that are not in the repository: a reader cannot look them up. */
const ELSEWHERE =
  /\b(?:contract|specification|delivery|architecture|fleet|agent[- ]surfaces)(?:\.md)?,? (?:section )?[DPR]?\d+|\b(?:agent-surfaces|team-data-api|delivery-and-security)\b|\((?:[DR]\d{1,2}|issue \d+)[,;:)]/i;

/** Faults of clauses, citations and decision records in a tree, given as path -> text; none when all is well. */
export function contractFaults(tree: ReadonlyMap<string, string>): string[] {
  const pages = [...tree].filter(([path]) => /^docs\/contract\/[a-z]+\.md$/.test(path));
  const named = pages.flatMap(([path, text]) =>
    [...text.matchAll(CLAUSE)].map(([, name = ""]) => ({ path, name })),
  );
  const clauses = new Set(named.map(({ name }) => name));
  const cited = citation(pages.map(([path]) => subjectOf(path)));
  return [
    ...named.flatMap(({ path, name }, at) => nameFaults(path, name, named.slice(0, at))),
    ...[...tree].flatMap(([path, text]) => [
      ...citationFaults(path, text, cited, clauses),
      ...lengthFaults(path, text),
    ]),
  ];
}

function nameFaults(path: string, name: string, before: readonly { name: string }[]): string[] {
  if (!NAME.test(name) || !name.startsWith(`${subjectOf(path)}.`))
    return [`${path}: a clause is called ${subjectOf(path)}.<words-with-hyphens>, not "${name}".`];
  return before.some((other) => other.name === name)
    ? [`${path}: the name ${name} is given twice; give this clause another.`]
    : [];
}

function citationFaults(path: string, text: string, cited: RegExp, clauses: ReadonlySet<string>): string[] {
  const prose = proseOf(path, text);
  const unknown = [...prose.matchAll(cited), ...(path.startsWith("e2e/cases/") ? saysOf(text) : [])]
    .map(([, name = ""]) => name)
    .filter((name) => !clauses.has(name));
  const elsewhere = ELSEWHERE.exec(prose)?.[0];
  return [
    ...unknown.map((name) => `${path}: cites ${name}, which is no clause of docs/contract.`),
    ...(elsewhere === undefined
      ? []
      : [`${path}: "${elsewhere}" refers to a page elsewhere; cite a clause.`]),
  ];
}

/** Returns the words of a file for readers, in one line: comments, titles of tests, text outside of code. */
function proseOf(path: string, text: string): string {
  const kind = endingOf(path);
  if (kind === "md") return withoutCode(text.replaceAll(/^```.*?^```/gms, "")).replaceAll(/\s+/g, " ");
  const comment = COMMENT_STARTS[kind];
  if (comment === undefined) return "";
  const words = text.split("\n").map((line) => {
    const start = comment.exec(line);
    if (start !== null) return line.slice(start.index + start[0].length);
    return kind === "ts" && TITLE.test(line) ? line : "";
  });
  return withoutCode(words.join(" ")).replaceAll(/\s+/g, " ");
}

/** `subject.words` that is neither a file nor an expression. */
function citation(subjects: readonly string[]): RegExp {
  const words = String.raw`[a-z]+(?:-[a-z]+)*(?![\w(/=-]|\.\w)`;
  return new RegExp(
    String.raw`(?<![\w./$-])((?:${subjects.join("|")})\.(?!(?:ts|js|proto|sql|ya?ml|md|json)\b)${words})`,
    "g",
  );
}

const saysOf = (text: string) => text.matchAll(/^ {2}says: (.*)$/gm);
const subjectOf = (path: string): string => path.slice("docs/contract/".length, -".md".length);

function lengthFaults(path: string, text: string): string[] {
  const lines = text.trimEnd().split("\n").length;
  return /^docs\/adr\/\d/.test(path) && lines > RECORD_LINES_MAX
    ? [`${path}: ${lines} lines, ${RECORD_LINES_MAX} are half a page; move what has grown into a README.`]
    : [];
}
