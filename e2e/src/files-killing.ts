import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, utimesSync } from "node:fs";
import path from "node:path";
import { until } from "@jst/testing";
import { kill, sendUnlessDown } from "./killing.ts";

const RECOVERY_MS = 30_000;
const TWO_DAYS_MS = 172_800_000;

/** A file as it is answered. */
export interface StoredFile {
  id: string;
  checksum_sha256: string;
  size_bytes: number;
  source_archive_id: string | null;
}

/** All files of a team, of the list that is asked for. */
export async function listFiles(token: string, query = ""): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (let cursor = ""; ;) {
    const path = `/api/v1/files?limit=500${query}${cursor}`;
    const answer = await until("the list is answered", RECOVERY_MS, () => sendUnlessDown({ path, token }));
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const page = answer.body as { files: StoredFile[]; has_more: boolean; next_cursor: string };
    files.push(...page.files);
    if (!page.has_more) return files;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

/** Each of the files has its bytes in the store, all of them and no others. */
export function requireBytes(teamId: string, files: readonly StoredFile[]): void {
  for (const { id, checksum_sha256: sum, size_bytes: size } of files) {
    const bytes = readFileSync(path.join(storeOf(), teamId, id));
    assert.equal(bytes.length, size, id);
    assert.equal(createHash("sha256").update(bytes).digest("hex"), sum, id);
  }
}

/** A day later and after a sweep the store has the bytes of these files, and nothing else of the team or half done. */
export async function requireOnly(teamId: string, files: readonly StoredFile[]): Promise<void> {
  const old = new Date(Date.now() - TWO_DAYS_MS);
  for (const folder of [teamId, "incoming"])
    for (const name of namesIn(folder)) utimesSync(path.join(storeOf(), folder, name), old, old);
  // A process sweeps when it starts.
  await kill("data");
  const ids = files.map(({ id }) => id).sort();
  await until("what no row names has been swept", RECOVERY_MS, () =>
    namesIn(teamId).length <= ids.length && namesIn("incoming").length === 0 ? true : undefined,
  );
  assert.deepEqual(namesIn(teamId).sort(), ids);
}

function namesIn(folder: string): string[] {
  return readdirSync(path.join(storeOf(), folder));
}

function storeOf(): string {
  return path.join(path.dirname(process.env.E2E_FLEET ?? ""), "data", "files");
}
