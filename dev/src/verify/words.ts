import { passagesOf, type Passage } from "./prose.ts";
import type { Tree } from "./tree.ts";

/** Habit of writing that docs/style.md rules out. */
interface Habit {
  pattern: RegExp;
  /** Kinds of passages that have it; all by default. */
  kinds?: readonly Passage["kind"][];
  advice: string;
}

const WORDS_MAX = 28;
/** Places that one fault lists; the new one is among them if the folder has no more. */
const PLACES_SHOWN = 20;

/** Habits by the name that words.json counts them under (docs/style.md). */
export const habits: Readonly<Record<string, Habit>> = {
  "is none": {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) none\b/gi,
    advice: 'Write "is not a valid X".',
  },
  "is no": {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|part\b)[a-z]/gi,
    advice: 'Write "is not a valid X" or "does not have a Y".',
  },
  "become of": { pattern: /\bbec(?:omes?|ame) of\b/gi, advice: "Name the result or the state." },
  nobody: {
    pattern: /\bnobody's\b|\b(?:of|is) nobody\b/gi,
    advice: "Name the thing and the right or state that it lacks.",
  },
  whoever: {
    pattern: /\bwho(?:m|se)?(?:so)?ever\b/gi,
    advice: "Name the person or the thing.",
  },
  "all the same": { pattern: /\ball the same\b/gi, advice: 'Write "anyway", or leave it out.' },
  anew: { pattern: /\banew\b/gi, advice: 'Write "again".' },
  "not any more": { pattern: /\bnot\b[^.;]{0,80}\bany more\b/gi, advice: 'Write "no longer".' },
  heed: { pattern: /\bheed(?:s|ed|ing)?\b/gi, advice: 'Write "apply", "follow" or "obey".' },
  "by now": { pattern: /\bby now\b/gi, kinds: ["text"], advice: 'Write "now" or "already".' },
  "JSON member": {
    pattern:
      /\bmembers? (?:of (?:the |an? )?(?:body|object|request|query|JSON)\b|(?:is|are|was|were) (?:not accepted|required|refused)\b)/gi,
    kinds: ["text"],
    advice: 'Write "field": a member is a person of the team.',
  },
  "first word": {
    pattern: /^(?:What|Who|Whom|Whose|Of|Those)\b/g,
    kinds: ["comment"],
    advice: "Begin with a verb for a function and with a noun for a type.",
  },
  "where for if": {
    pattern: /(?:^|[.!?] )Where [^,.]*, /g,
    advice: 'Write "if" or "when" for a condition.',
  },
  "long sentence": {
    pattern: /[^.!?;]+/g,
    kinds: ["comment", "text", "page"],
    advice: `Split it: a sentence has at most ${WORDS_MAX} words.`,
  },
};

/**
 * Files that the check does not read: a migration that has run in a database is never edited, not even its comments;
 * the samples of the check's own test have the habits on purpose.
 */
const UNREAD = /(?:^|\/)migrations\/|^dev\/src\/verify\/words\.test\.ts$/;

/** One place that has a habit. */
export interface Hit {
  habit: string;
  path: string;
  line: number;
  text: string;
}

/** Counts by folder and habit, as words.json holds them; a habit that a folder does not have is left out. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Finds every place of a tree that has one of the habits. */
export function hitsIn(tree: Tree): Hit[] {
  const read = [...tree].filter(([path]) => !UNREAD.test(path));
  return read.flatMap(([path, text]) =>
    passagesOf(path, text).flatMap((passage) =>
      Object.entries(habits).flatMap(([habit, one]) =>
        matches(one, habit, passage).map((found) => ({ habit, path, line: passage.line, text: found })),
      ),
    ),
  );
}

function matches({ pattern, kinds }: Habit, habit: string, { kind, text }: Passage): string[] {
  if (kinds !== undefined && !kinds.includes(kind)) return [];
  const plain = habit === "long sentence" ? text.replaceAll(/\([^()]*\)/g, "") : text;
  const found = [...plain.matchAll(pattern)].map(([one]) => one.trim());
  return habit === "long sentence" ? found.filter((one) => one.split(/\s+/).length > WORDS_MAX) : found;
}

/** Folder under which a file is counted: a package, a part of the documents, the console's page, or the root. */
export function folderOf(path: string): string {
  const [first = "", second = "", third = ""] = path.split("/");
  if (second === "") return ".";
  if (`${second}/${third}` === "console/app") return "services/console/app";
  const isGroup = ["libs", "services", "docs"].includes(first);
  return isGroup && third !== "" ? `${first}/${second}` : first;
}

/** Counts hits by folder and habit, both in the order of their names. */
export function countsOf(hits: readonly Hit[]): Counts {
  const counts: Record<string, Record<string, number>> = {};
  const sorted = hits
    .map(({ path, habit }) => [folderOf(path), habit] as const)
    .sort(([a, b], [c, d]) => (`${a} ${b}` < `${c} ${d}` ? -1 : 1));
  for (const [folder, habit] of sorted) {
    const own = (counts[folder] ??= {});
    own[habit] = (own[habit] ?? 0) + 1;
  }
  return counts;
}

/** Compares with the baseline: a rise names its places, a fall has to be written into the baseline. */
export function wordFaults(hits: readonly Hit[], baseline: Counts): string[] {
  const now = countsOf(hits);
  const folders = [...new Set([...Object.keys(now), ...Object.keys(baseline)])].sort();
  return folders.flatMap((folder) =>
    Object.entries(habits).flatMap(([habit, { advice }]) => {
      const [is, was] = [now[folder]?.[habit] ?? 0, baseline[folder]?.[habit] ?? 0];
      if (is > was) {
        const own = hits.filter((hit) => hit.habit === habit && folderOf(hit.path) === folder);
        const places = own.slice(-PLACES_SHOWN).map(({ path, line, text }) => `  ${path}:${line}: ${text}`);
        return [`${folder}: "${habit}" stands ${is} times, ${was} are allowed. ${advice}`, ...places];
      }
      return is < was
        ? [`${folder}: "${habit}" fell from ${was} to ${is}. Run UPDATE_WORDS=1 make verify.`]
        : [];
    }),
  );
}

/** Lowers a baseline to what there is now, and never raises it: a rise stays a fault. */
export function loweredBaseline(now: Counts, baseline: Counts): Counts {
  const lowered = Object.entries(baseline).map(([folder, own]) => {
    const counts = Object.entries(own).map(
      ([habit, was]) => [habit, Math.min(was, now[folder]?.[habit] ?? 0)] as const,
    );
    return [folder, Object.fromEntries(counts.filter(([, count]) => count > 0))] as const;
  });
  return Object.fromEntries(lowered.filter(([, own]) => Object.keys(own).length > 0));
}

const SUBJECT_CHARS_MAX = 72;

/** Finds subjects of commits that are too long or do not begin with a capital. */
export function subjectFaults(subjects: readonly string[]): string[] {
  return subjects.flatMap((subject) =>
    subject.length <= SUBJECT_CHARS_MAX && /^[A-Z]/.test(subject)
      ? []
      : [
          `Commit "${subject}": a subject has at most ${SUBJECT_CHARS_MAX} characters and begins with a capital.`,
        ],
  );
}
