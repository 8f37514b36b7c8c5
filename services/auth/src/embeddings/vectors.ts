import { DIMENSIONS_MAX } from "../teams/embedding-keys.ts";

/** The vectors of an answer, each of length 1. */
export interface Vectors {
  size: number;
  /** Numbers of 32 bits, the low byte first, in base64; in the order of the texts. */
  vectors: string[];
}

/** Reads one vector for each text from an answer in OpenAI's form; throws an Error that names the fault. */
export function vectorsOf(answer: unknown, texts: number, dimensions: number | undefined): Vectors {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== texts) throw new Error("it has not one vector for each text");
  const inOrder = new Map<unknown, number[]>();
  for (const [place, one] of (data as { index?: unknown; embedding?: unknown }[]).entries())
    inOrder.set(one.index ?? place, numbersOf(one.embedding));
  const vectors = Array.from({ length: texts }, (_, index) => {
    const vector = inOrder.get(index);
    if (vector === undefined) throw new Error("a text is without a vector");
    return vector;
  });
  const size = dimensions ?? vectors[0]?.length ?? 0;
  if (size === 0 || size > DIMENSIONS_MAX || vectors.some(({ length }) => length !== size))
    throw new Error("its vectors have another number of dimensions");
  return { size, vectors: vectors.map(packed) };
}

function numbersOf(embedding: unknown): number[] {
  if (!Array.isArray(embedding) || !embedding.every((one) => typeof one === "number" && Number.isFinite(one)))
    throw new Error("a vector is no list of numbers");
  return embedding as number[];
}

function packed(vector: readonly number[]): string {
  const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  if (largest === 0) throw new Error("a vector points nowhere");
  // Scaled first: squares of large numbers would be infinite.
  const scaled = vector.map((one) => one / largest);
  const length = Math.sqrt(scaled.reduce((sum, one) => sum + one * one, 0));
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [at, one] of scaled.entries()) bytes.writeFloatLE(one / length, at * 4);
  return bytes.toString("base64");
}
