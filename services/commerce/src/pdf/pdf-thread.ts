import { AppError } from "@jst/errors";
import { LimitedThread } from "@jst/jobs/thread";
import type { PdfInput } from "./invoice-pdf.ts";

/** Longest time that one PDF takes: twenty times as long as the largest invoice takes on an idle machine. */
const LIMIT_MS = 10_000;
const MEMORY_MB = 256;
/** PDFs of one team that wait for their turn. */
const WAITING_MAX = 32;

/** Makes PDFs in a thread within limits. */
export type PdfThread = Pick<LimitedThread<PdfInput, Uint8Array>, "run">;

/** Starts no thread before the first PDF (commerce.pdf-bounds). */
export function pdfThread(limitMs = LIMIT_MS): PdfThread {
  const module = new URL("./pdf-worker.ts", import.meta.url);
  const limits = { limitMs, memoryMb: MEMORY_MB, waitingMax: WAITING_MAX };
  return new LimitedThread({ module, ...limits, tooMuch, busy: "Other PDFs of the team are made first." });
}

function tooMuch(): AppError {
  return new AppError(
    "limit_reached",
    `The PDF takes more than ${LIMIT_MS / 1_000} seconds or too much memory. Read the invoice as JSON, or make invoices with fewer and shorter lines.`,
  );
}
