import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { send } from "../src/http.ts";

/** A question of the set, and the id of the passage that answers it, as people have judged. */
export interface Question {
  text: string;
  answer: string;
}

/** Passage with the questions that it answers. */
interface Asked {
  ask?: string[];
  [member: string]: unknown;
}
interface Base {
  name: string;
  blocks: ({ type?: string; text: string } & Asked)[];
}
interface Table {
  display_name: string;
  columns: { name: string; type: string }[];
  rows: (Record<string, string> & Asked)[];
}

const ROWS_OF_BATCH = 500;
/** Rows that answer nothing, made of the company's own words. */
const STRAY_ROWS = 1_000;
const STRAY_WORDS = 14;

const read = <T>(name: string) =>
  parse(readFileSync(new URL(`${name}.yaml`, import.meta.url), "utf8")) as T[];

const tables = () => ["shop", "hall"].flatMap((name) => read<Table>(name));

/** The sets of questions: one by which the rules of ranking were chosen, and one that was asked only after. */
export interface Questions {
  chosen: Question[];
  heldOut: Question[];
}

/** Makes the company as the token's team, and answers the questions with the ids of their answers. */
export async function makeCompany(token: string): Promise<Questions> {
  const make = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await send({ method: "POST", path: `/api/v1/${path}`, token, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body as T;
  };
  const chosen: Question[] = [];
  const passages: Passage[] = [];
  const judge = ({ ask = [], ...passage }: Asked, answer: string) => {
    chosen.push(...ask.map((text) => ({ text, answer })));
    passages.push({ told: toldOf(passage), id: answer });
  };
  for (const { name, blocks } of read<Base>("handbook")) {
    const base = await make<{ id: string }>("bases", { name });
    const kept = await make<{ blocks: { id: string }[] }>(`bases/${base.id}/blocks`, {
      blocks: blocks.map(({ type = "paragraph", text }) => ({ type, text })),
    });
    for (const [at, { ask = [], text }] of blocks.entries()) judge({ ask, text }, kept.blocks[at]?.id ?? "");
  }
  for (const { ask = [], ...contact } of read<Record<string, unknown> & Asked>("people"))
    judge({ ask, ...contact }, (await make<{ id: string }>("contacts", contact)).id);
  for (const { rows, ...table } of tables()) {
    const { id } = await make<{ id: string }>("data/tables", table);
    for (const { ask = [], ...data } of rows)
      judge({ ask, ...data }, (await make<{ id: string }>(`data/tables/${id}/rows`, { data })).id);
  }
  await makeStrays(make);
  return { chosen, heldOut: heldOutOf(passages) };
}

/** Passage of the company, as one text. */
interface Passage {
  told: string;
  id: string;
}

/** Each passage is named by how it begins. */
function heldOutOf(passages: readonly Passage[]): Question[] {
  const file = readFileSync(new URL("held-out.yaml", import.meta.url), "utf8");
  return Object.entries(parse(file) as Record<string, string>).map(([begins, text]) => {
    const meant = passages.filter(({ told }) => told.startsWith(begins));
    assert.equal(meant.length, 1, `${begins}: ${meant.length} passages begin so`);
    return { text, answer: meant[0]?.id ?? "" };
  });
}

/** Notes of words that stand in no order: they have what questions ask for, and answer none. */
async function makeStrays(make: <T>(path: string, body: unknown) => Promise<T>): Promise<void> {
  const words = companyWords();
  const next = numbers(17);
  const { id } = await make<{ id: string }>("data/tables", {
    display_name: "Notes",
    columns: [{ name: "note", type: "long_text" }],
  });
  const note = () => Array.from({ length: STRAY_WORDS }, () => words[next(words.length)]).join(" ");
  for (let made = 0; made < STRAY_ROWS; made += ROWS_OF_BATCH) {
    const rows = Array.from({ length: ROWS_OF_BATCH }, () => ({ data: { note: note() } }));
    await make(`data/tables/${id}/rows:batch`, { rows });
  }
}

/** Every question of the set. */
export function companyQuestions(): string[] {
  const asked: Asked[] = [
    ...read<Base>("handbook").flatMap(({ blocks }) => blocks),
    ...read<Asked>("people"),
    ...tables().flatMap(({ rows }) => rows),
  ];
  return asked.flatMap(({ ask = [] }) => ask);
}

/** Every word of the company as often as it stands there, without the questions. */
export function companyWords(): string[] {
  const texts = [
    ...read<Base>("handbook").flatMap(({ blocks }) => blocks.map(({ text }) => text)),
    ...read<Record<string, unknown>>("people").map(toldOf),
    ...tables().flatMap(({ rows }) => rows.map(toldOf)),
  ];
  return texts.flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []);
}

function toldOf(cells: Asked): string {
  return Object.entries(cells)
    .flatMap(([name, text]) => (name === "ask" ? [] : [text]))
    .join(" ");
}

/** Numbers below a bound, the same ones in every run. */
export function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Share of the questions whose answer is among the first ten results. */
export function recallOf(questions: readonly Question[], found: readonly (readonly string[])[]): number {
  const hits = questions.filter(({ answer }, at) => found[at]?.slice(0, 10).includes(answer) === true);
  return hits.length / questions.length;
}
