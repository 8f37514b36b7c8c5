import { createHash } from "node:crypto";
import { AppError, validationFailed, type FieldError } from "@jst/errors";
import { LimitedThread } from "@jst/jobs/thread";
import type { PdfInput } from "./pdf-input.ts";

/** Most bytes of PDFs that are kept, of all teams and of one. */
const BYTES_MAX = 64 * 1024 * 1024;
const TEAM_BYTES_MAX = 16 * 1024 * 1024;
/** Part of every tag; a release whose PDFs look otherwise raises it. */
const LAYOUT = 1;

interface CachedPdf {
  team: string;
  bytes: Uint8Array;
}

/** Returns the entity tag of the PDF of this input, which follows from all that it shows (commerce.pdf-bounds). */
export const tagOf = (input: PdfInput): string =>
  createHash("sha256")
    .update(JSON.stringify([LAYOUT, input]))
    .digest("base64url");

/** PDFs that were made lately, by team and tag; the one that was used least lately goes first. */
export class PdfCache {
  readonly #thread: PdfThread;
  readonly #kept = new Map<string, CachedPdf>();
  readonly #limits: { bytes: number; teamBytes: number };

  constructor(thread: PdfThread, limits = { bytes: BYTES_MAX, teamBytes: TEAM_BYTES_MAX }) {
    this.#thread = thread;
    this.#limits = limits;
  }

  /** Returns the PDF of this tag, and makes it where it is not kept. */
  async get(team: string, tag: string, input: PdfInput, departure?: AbortSignal): Promise<Uint8Array> {
    const key = `${team} ${tag}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.bytes;
    }
    const bytes = await this.#thread.run(team, input, departure);
    this.#kept.set(key, { team, bytes });
    this.#shrink((one) => one.team === team, this.#limits.teamBytes);
    this.#shrink(() => true, this.#limits.bytes);
    return bytes;
  }

  /** Removes the oldest of these until they have at most so many bytes. */
  #shrink(isOf: (kept: CachedPdf) => boolean, max: number): void {
    const some = [...this.#kept].filter(([, kept]) => isOf(kept));
    let bytes = some.reduce((sum, [, kept]) => sum + kept.bytes.length, 0);
    for (const [key, kept] of some) {
      if (bytes <= max) return;
      this.#kept.delete(key);
      bytes -= kept.bytes.length;
    }
  }
}

/** Longest time that one PDF takes: twenty times as long as the largest invoice takes on an idle machine. */
const LIMIT_MS = 10_000;
const MEMORY_MB = 256;
/** PDFs of one team that wait for their turn. */
const WAITING_MAX = 4;

/** Makes PDFs in a thread within limits. */
export type PdfThread = Pick<LimitedThread<PdfInput, Uint8Array>, "run">;

/**
 * Starts no thread before the first PDF (commerce.pdf-bounds). Throws validation_failed for letters without a glyph.
 */
export function pdfThread(limitMs = LIMIT_MS): PdfThread {
  const module = new URL("./pdf-worker.ts", import.meta.url);
  const limits = { limitMs, memoryMb: MEMORY_MB, waitingMax: WAITING_MAX };
  const busy = "The server is busy with other PDFs of your team.";
  const thread = new LimitedThread<PdfInput, Uint8Array | FieldError[]>({ module, ...limits, tooMuch, busy });
  return {
    run: async (...given) => {
      const made = await thread.run(...given);
      if (Array.isArray(made)) throw validationFailed(made);
      return made;
    },
  };
}

function tooMuch(): AppError {
  return new AppError(
    "limit_reached",
    `The PDF takes more than ${LIMIT_MS / 1_000} seconds or too much memory. Read the invoice as JSON, or write invoices with fewer and shorter lines.`,
  );
}
