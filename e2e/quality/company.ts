import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { send } from "../src/http.ts";

/** A question of the set, and the id of the passage that answers it, as people have judged. */
export interface Question {
  text: string;
  answer: string;
}

/** What has questions whose answer it is. */
interface Asked {
  ask?: string[];
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

/** Makes the company as the token's team, and answers the questions with the ids of their answers. */
export async function makeCompany(token: string): Promise<Question[]> {
  const make = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await send({ method: "POST", path: `/api/v1/${path}`, token, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body as T;
  };
  const questions: Question[] = [];
  const judge = ({ ask = [] }: Asked, answer: string) =>
    questions.push(...ask.map((text) => ({ text, answer })));
  for (const { name, blocks } of read<Base>("handbook")) {
    const base = await make<{ id: string }>("bases", { name });
    const kept = await make<{ blocks: { id: string }[] }>(`bases/${base.id}/blocks`, {
      blocks: blocks.map(({ type = "paragraph", text }) => ({ type, text })),
    });
    for (const [at, block] of blocks.entries()) judge(block, kept.blocks[at]?.id ?? "");
  }
  for (const { ask, ...contact } of read<Record<string, unknown> & Asked>("people"))
    judge({ ask: ask ?? [] }, (await make<{ id: string }>("contacts", contact)).id);
  for (const { rows, ...table } of tables()) {
    const { id } = await make<{ id: string }>("data/tables", table);
    for (const { ask, ...data } of rows)
      judge({ ask: ask ?? [] }, (await make<{ id: string }>(`data/tables/${id}/rows`, { data })).id);
  }
  await makeStrays(make);
  return questions;
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

function toldOf(cells: Record<string, unknown>): string {
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
