import { AppError } from "@jst/errors";
import type { Hop } from "@jst/rpc";
import { withGrace, type Grace } from "./grace.ts";

/** Answers of services, and the names of those that did not answer, with the reason. */
export interface ServiceAnswers<Answer> {
  answered: { service: string; answer: Answer }[];
  missing: string[];
  failures: Error[];
}

/** How services are asked. */
export interface Asking {
  hop: Hop;
  grace: Grace;
  /** Whether a service that failed so is missing. */
  isMissing: (error: unknown) => error is Error;
  onMissing: (service: string, error: Error) => void;
}

/**
 * Asks several services the same at once. Once one has answered, the others have the grace, and never more than the
 * hop's deadline. One that fails so is missing, of which nobody is told once the caller has left; rejects with any
 * other failure.
 */
export async function askServices<Source extends { service: string }, Answer>(
  sources: readonly Source[],
  ask: (source: Source, hop: Hop) => Promise<Answer>,
  { hop, grace, isMissing, onMissing }: Asking,
): Promise<ServiceAnswers<Answer>> {
  const failures: Error[] = [];
  const missing: string[] = [];
  const answers = await withGrace(grace, (late, onAnswer) => {
    const own = {
      ...hop,
      departure: () => AbortSignal.any([late, ...(hop.departure ? [hop.departure()] : [])]),
    };
    return Promise.all(
      sources.map(async (source) => {
        const { service } = source;
        try {
          const answer = await ask(source, own);
          onAnswer();
          return [{ service, answer }];
        } catch (error) {
          if (!isMissing(error)) throw error;
          failures.push(error);
          missing.push(service);
          if (hop.departure?.().aborted !== true) onMissing(service, error);
          return [];
        }
      }),
    );
  });
  return { answered: answers.flat(), missing: missing.sort(), failures };
}

/** True when a service, or what it stands on, cannot be reached in time; any other failure is a fault. */
export function isAway(error: unknown): error is Error {
  return error instanceof AppError && (error.code === "unavailable" || error.code === "timeout");
}
