import { AppError, validationFailed, type FieldError } from "@jst/errors";
import { LimitedThread } from "@jst/jobs/thread";
import type { PdfInput } from "./pdf-input.ts";

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
  const busy = "Other PDFs of the team are made first.";
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
    `The PDF takes more than ${LIMIT_MS / 1_000} seconds or too much memory. Read the invoice as JSON, or make invoices with fewer and shorter lines.`,
  );
}
