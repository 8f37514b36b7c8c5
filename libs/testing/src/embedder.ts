import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Request to an embedder. */
export interface EmbeddingsAsked {
  headers: IncomingHttpHeaders;
  body: { model: string; input: string[]; dimensions?: number };
}

/** Answers one request to an address of embeddings. */
export type EmbeddingsWay = (asked: EmbeddingsAsked, response: ServerResponse) => void;

const SIZE = 384;

/** A server that turns texts into vectors, the same text always into the same. */
export async function startEmbedder(
  port = 0,
  answer: EmbeddingsWay = answerVectors,
): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingsAsked["body"];
      answer({ headers: request.headers, body }, response);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`, close };
}

/** Vectors of what the texts say. */
export function answerVectors(
  { body: { input, dimensions } }: EmbeddingsAsked,
  response: ServerResponse,
): void {
  const data = input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: vectorOf(text, dimensions),
  }));
  response.setHeader("content-type", "application/json").end(JSON.stringify({ object: "list", data }));
}

/** Words that nearly every English text has: models learn to pass over them. */
const COMMON = new Set(
  "a an and are as at be been but by can did do does for from had has have how i if in into is it its me my of on or our so that the their them there they this to us was we were what when where which who why will with would you your".split(
    " ",
  ),
);

/** A text as the sum of its words, a word as the sum of itself and of its parts of three letters. */
export function vectorOf(text: string, size = SIZE): number[] {
  const vector = new Array<number>(size).fill(0);
  const add = (feature: string, weight: number) => {
    const hash = createHash("md5").update(feature).digest();
    for (const at of [0, 4, 8]) {
      const place = hash.readUInt32LE(at) % size;
      vector[place] = (vector[place] ?? 0) + (hash.readUInt8(12 + at / 4) % 2 === 0 ? weight : -weight);
    }
  };
  add(" ", 0.01);
  const counts = new Map<string, number>();
  for (const word of text
    .normalize("NFKD")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [])
    if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts) {
    const weight = Math.sqrt(count);
    add(word, weight);
    const padded = `<${word}>`;
    const parts = Math.max(1, padded.length - 2);
    for (let at = 0; at < parts; at += 1) add(`#${padded.slice(at, at + 3)}`, weight / Math.sqrt(parts));
  }
  return vector;
}
