import { Connections, post, type UrlGuard } from "@jst/jobs/outbound";
import type { Logger } from "@jst/telemetry";
import { LRUCache } from "lru-cache";
import type { Embedder } from "./embedders.ts";
import { type Vectors, vectorsOf } from "./vectors.ts";

/** Why there are no vectors: these texts are not taken, or nothing comes of the address for now. */
export type Failure = "refused" | "away";

/** How long an address may take for passages, and for a question, which somebody waits for. */
const PASSAGES_MS = 20_000;
const QUERY_MS = 2_000;
/** Most bytes of an answer: what its vectors may take, and for each of them. */
const ANSWER_BYTES = 64 * 1_024;
const VECTOR_BYTES = 128 * 1_024;
/** So long after a failure a question is not sent: nobody waits twice for an address that hangs. */
const REST_MS = 5_000;
const RESTING_MAX = 1_000;
/** Statuses that are about what was sent. */
const REFUSALS = [400, 413, 422];

/** Turns texts of teams into vectors at the addresses that the teams have named, through the guard of addresses. */
export class Embeddings {
  readonly #guard: UrlGuard;
  readonly #logger: Logger;
  readonly #connections = new Connections();
  readonly #resting = new LRUCache<string, true>({ max: RESTING_MAX, ttl: REST_MS });

  constructor(guard: UrlGuard, logger: Logger) {
    this.#guard = guard;
    this.#logger = logger;
  }

  /**
   * Returns the vectors of the texts, in their order. A caller that leaves does not count as a fault of the address.
   */
  async embed(
    embedder: Embedder,
    texts: readonly string[],
    isQuery: boolean,
    departure?: AbortSignal,
  ): Promise<Vectors | Failure> {
    const resting = `${embedder.teamId} ${embedder.name}`;
    if (isQuery && this.#resting.has(resting)) return "away";
    try {
      const timeoutMs = isQuery ? QUERY_MS : PASSAGES_MS;
      const found = await this.#ask(embedder, texts, { timeoutMs, departure });
      this.#resting.delete(resting);
      return found;
    } catch (error) {
      if (departure?.aborted === true) return "away";
      this.#resting.set(resting, true);
      const { message: why } = error as Error;
      this.#logger.warn({ team: embedder.teamId, why }, "texts were not turned into vectors");
      return "away";
    }
  }

  close(): void {
    this.#connections.close();
  }

  async #ask(
    embedder: Embedder,
    texts: readonly string[],
    { timeoutMs, departure }: { timeoutMs: number; departure: AbortSignal | undefined },
  ): Promise<Vectors | Failure> {
    const { url, model, key, dimensions, teamId } = embedder;
    const asked = { model, input: texts, ...(dimensions === undefined ? {} : { dimensions }) };
    const sent = {
      recipient: `embeddings ${teamId}`,
      url,
      target: await this.#guard.pinSecure(url),
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: Buffer.from(JSON.stringify(asked)),
      timeoutMs,
      ...(departure === undefined ? {} : { signal: departure }),
      answerBytesMax: ANSWER_BYTES + texts.length * VECTOR_BYTES,
    };
    const { status, body } = await post(sent, this.#guard, this.#connections);
    if (REFUSALS.includes(status)) return "refused";
    if (status !== 200) throw new Error(`it answers ${status}`);
    return vectorsOf(parsed(body), texts.length, dimensions);
  }
}

/**
 * Parses the body. The parser's own error would repeat the answer of the address, which may contain the texts that it
 * was sent.
 */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Error("it answers no JSON");
  }
}
