import assert from "node:assert/strict";
import { send, type Answer } from "./http.ts";
import type { Rpc } from "./registry.ts";

const RUNS: readonly string[] = ["RunImport", "RunContactImport"];

/** Withdraws the proposal of a run, during which nobody changes its import (imports.propose). */
export async function withdrawRun(
  { method }: Rpc,
  { status, body }: Answer,
  as: { token?: string; headers?: Record<string, string> },
): Promise<void> {
  if (status !== 202 || !RUNS.includes(method)) return;
  const { changeset_id: id } = body as { changeset_id: string };
  const answer = await send({ method: "POST", path: `/api/v1/changesets/${id}/withdraw`, body: {}, ...as });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}
