/** Sizes of vectors that have an index (platform.install_vectors). */
const CLASSES = [384, 768, 1_024, 1_536, 3_072, 4_000];

/** The size at which vectors of so many numbers are kept; undefined for those that none is large enough for. */
export function classOf(size: number): number | undefined {
  return CLASSES.find((one) => one >= size);
}

/** Vectors of 32-bit numbers in base64 as PostgreSQL reads them, filled up with noughts. */
export function vectorText(base64: string, size: number): string {
  const bytes = Buffer.from(base64, "base64");
  const numbers = Array.from({ length: size }, (_, at) =>
    at * 4 < bytes.length ? short(bytes.readFloatLE(at * 4)) : "0",
  );
  return `[${numbers.join()}]`;
}

/** Numbers of a vector in base64. */
export function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, "base64") / 4;
}

/** As exact as 16 bits can say. */
function short(one: number): string {
  return Math.abs(one) < 1e-7 ? "0" : one.toPrecision(5);
}
