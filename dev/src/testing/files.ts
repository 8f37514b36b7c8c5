import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { OwnFleet } from "./own-fleet.ts";

/** A file that was acknowledged, and the SHA-256 of what was sent. */
export interface SentFile {
  id: string;
  sha256: string;
}

/** Uploads so many files, each of some bytes of its own. */
export async function uploadFiles(own: OwnFleet, count: number): Promise<SentFile[]> {
  const form = new FormData();
  const sums: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const bytes = randomBytes(50_000 + n);
    sums.push(sha256(bytes));
    form.append("file", new Blob([bytes]), `file-${n}`);
  }
  form.append("visibility", "public");
  const response = await own.fetch("/api/v1/files", { method: "POST", body: form });
  assert.equal(response.status, 201, await response.clone().text());
  const { files } = (await response.json()) as { files: { id: string }[] };
  return files.map(({ id }, at) => ({ id, sha256: sums[at] ?? "" }));
}

/** The SHA-256 of what the fleet answers for a file now; its status where that is no 200. */
export async function readSum(own: OwnFleet, { id }: SentFile): Promise<string> {
  const response = await own.fetch(`/api/v1/files/${id}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.status === 200 ? sha256(bytes) : String(response.status);
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
