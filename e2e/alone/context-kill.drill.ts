// Proves: libs/search libs/db/src services/data/src/search services/crm/src/search dev/src/supervisor
import { testEmbedder, vectorOf } from "@jst/testing";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { newTeam } from "../src/fleet.ts";
import { allOf, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";
import { embedBy, findIn, makePlaces, untilEmbedded, untilEntries, vectorsOf } from "../src/knowledge.ts";

const KILLS = 60;
const PAUSE_MS = 40;
const RENAME_MS = 1_500;
const INDEXED_MS = 120_000;
/** Cosine that halfvec leaves between a vector and itself. */
const SAME = 0.999;
/** Questions that are under way at once. */
const ASKERS = 6;
const limits = { timeout: 900_000 };

/** Something that is written again and again, each time with a word that nothing else has. */
interface Kind {
  source: string;
  /** Where one is made; what is changed and deleted is behind it. */
  path: string;
  plural: string;
  bodyOf: (word: string) => object;
  wordOf: (item: Item) => unknown;
  isFixed?: boolean;
}
interface Item {
  id: string;
  text?: unknown;
  notes?: unknown;
  data?: Record<string, unknown>;
}

const embedder = await testEmbedder();

let count = 0;
/** As long as every other: none is the beginning of another. */
const newWord = () => `w${String((count += 1)).padStart(7, "0")}`;

function kindsOf(tableId: string, baseId: string): Kind[] {
  return [
    {
      source: "tables",
      path: `data/tables/${tableId}/rows`,
      plural: "rows",
      bodyOf: (word) => ({ data: { note: word } }),
      wordOf: ({ data }) => data?.["note"],
    },
    {
      source: "contacts",
      path: "contacts",
      plural: "contacts",
      bodyOf: (word) => ({ first_name: "Ada", notes: word }),
      wordOf: ({ notes }) => notes,
    },
    {
      source: "bases",
      path: `bases/${baseId}/blocks`,
      plural: "blocks",
      bodyOf: (word) => ({ blocks: [{ type: "paragraph", text: word }] }),
      wordOf: ({ text }) => text,
      isFixed: true,
    },
  ];
}

/** Makes one after the other; changes some of them and deletes some. */
function writing(token: string, kind: Kind, words: Set<string>): Work {
  const own: string[] = [];
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await sendUnlessDown({ method, path: `/api/v1/${path}`, token, body });
    if (answer !== undefined)
      assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer?.body as { id: string } | undefined;
  };
  const worded = () => {
    const word = newWord();
    words.add(word);
    return kind.bodyOf(word);
  };
  return async () => {
    await delay(randomInt(PAUSE_MS));
    const act = kind.isFixed === true || own.length < 5 ? 0 : randomInt(10);
    if (act < 6) {
      const made = await ask("POST", kind.path, worded());
      if (made !== undefined && kind.isFixed !== true) own.push(made.id);
      return made !== undefined;
    }
    const at = randomInt(own.length);
    const path = `${kind.path}/${own[at]}`;
    if (act < 8) return (await ask("PATCH", path, worded())) !== undefined;
    // Whether it is gone is not asked again: what the list says in the end holds.
    own.splice(at, 1);
    return (await sendUnlessDown({ method: "DELETE", path: `/api/v1/${path}`, token })) !== undefined;
  };
}

/** Gives the column another name now and then, so that all rows of the table are walked through. */
function renaming(token: string, path: string): Work {
  let at = 0;
  return async () => {
    await delay(Math.max(0, at - Date.now()));
    at = Date.now() + RENAME_MS;
    const body = { display_name: `Note ${at}` };
    const answer = await sendUnlessDown({ method: "PATCH", path, token, body });
    if (answer !== undefined) assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer !== undefined;
  };
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

/**
 * Compares the vectors with the live words: entries without a vector, and entries whose vector is of an earlier text.
 */
async function compareVectors(slug: string, live: ReadonlyMap<string, { id: string }>) {
  await untilEmbedded(slug, INDEXED_MS);
  const vectors = await vectorsOf(slug);
  const texts = embedder.asked.flatMap(({ body }) => body.input);
  const sent = new Map(texts.map((text) => [/w\d{7}/.exec(text)?.[0], text]));
  const without = [...live].filter(([, { id }]) => !vectors.has(id)).map(([word]) => word);
  const outdated = [...live].flatMap(([word, { id }]) => {
    const vector = vectors.get(id);
    return vector === undefined || cosine(vector, vectorOf(sent.get(word) ?? "")) > SAME ? [] : [word];
  });
  return { vectors: vectors.size, texts: texts.length, without, outdated };
}

async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  await Promise.all(
    Array.from({ length: ASKERS }, async () => {
      for (const one of queue) await work(one);
    }),
  );
}

test(
  "data and crm are killed while rows, contacts and blocks are written: the index has each in the end with its vector, and nothing of the past",
  limits,
  async (context) => {
    const { slug, token } = await newTeam("context-kill");
    const { tableId, columnId, baseId } = await makePlaces(token);
    await embedBy(slug, embedder.url);
    const kinds = kindsOf(tableId, baseId);
    const words = new Set<string>();
    const clients = [...kinds, ...kinds].map((kind) => writing(token, kind, words));
    const kills = await killWhile(["data", "crm"], KILLS, [
      ...clients,
      renaming(token, `/api/v1/data/tables/${tableId}/columns/${columnId}`),
    ]);

    const live = new Map<string, { source: string; id: string }>();
    const counts: Record<string, number> = {};
    for (const { source, path, plural, wordOf } of kinds) {
      const items = await allOf<Item>(token, path, plural);
      counts[source] = items.length;
      for (const item of items) live.set(String(wordOf(item)), { source, id: item.id });
    }
    const { tables = 0, bases = 0, contacts = 0 } = counts;
    await untilEntries(slug, { data: tables + bases, crm: contacts }, INDEXED_MS);
    const missing: string[] = [];
    await inParallel([...live], async ([word, { source, id }]) => {
      const found = await findIn(token, { query: word, mode: "text" });
      if (found.length !== 1 || found[0]?.id !== id || found[0].source !== source) missing.push(word);
    });
    const past = [...words].filter((word) => !live.has(word));
    const stale: string[] = [];
    await inParallel(past, async (word) => {
      if ((await findIn(token, { query: word, mode: "text" })).length > 0) stale.push(word);
    });
    const { without, outdated, ...made } = await compareVectors(slug, live);
    const wrong = { missing, stale, without, outdated };
    const counted = Object.fromEntries(Object.entries(wrong).map(([name, words]) => [name, words.length]));
    const told = { kills, ...counts, asked: live.size, past: past.length, ...made, ...counted };
    context.diagnostic(JSON.stringify(told));
    assert.deepEqual(wrong, { missing: [], stale: [], without: [], outdated: [] });
    assert.equal(made.vectors, live.size);
  },
);
