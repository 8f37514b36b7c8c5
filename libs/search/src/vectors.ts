/** Sizes of vectors that have an index (platform.install_vectors). */
const CLASSES = [384, 768, 1_024, 1_536, 3_072, 4_000];

/** The size at which vectors of so many numbers are kept; undefined for those that none is large enough for. */
export function classOf(size: number): number | undefined {
  return CLASSES.find((one) => one >= size);
}

/** Vectors of 32-bit numbers in base64 as PostgreSQL reads them, filled up with noughts. */
export function vectorText(base64: string, size: number): string {
  const bytes = Buffer.from(base64, "base64");
  const numbers = new Array<number>(size).fill(0);
  for (let at = 0; at * 4 < bytes.length; at += 1) numbers[at] = short(bytes.readFloatLE(at * 4));
  return `[${numbers.join()}]`;
}

/** Numbers of a vector in base64. */
export function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, "base64") / 4;
}

/** As exact as 16 bits can say of a vector of length 1. */
function short(one: number): number {
  return Math.round(one * 1e7) / 1e7;
}
