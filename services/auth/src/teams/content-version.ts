import { createHash } from "node:crypto";

/** Computes a number for the content: equal content has an equal number, other content another (48 bits of SHA-256). */
export function contentVersion(content: string): number {
  return createHash("sha256").update(content).digest().readUIntBE(0, 6);
}
