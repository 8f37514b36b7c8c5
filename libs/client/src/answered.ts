import type { components } from "../gen/openapi.ts";

/** The one shape of every error (errors.shape). */
export type Problem = components["schemas"]["Problem"];
/** Reply to a write that waits for approval (trust.queued). */
export type QueuedWrite = components["schemas"]["QueuedWrite"];

/** Result of a method of a client. */
interface Reply {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** Reply that is not a success. Its problem document says why; branch on `problem.code`. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly status: number;
  /** Undefined when something on the way answered that is not the platform, as a proxy does. */
  readonly problem: Problem | undefined;

  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? `The reply has the status ${status} and says nothing else.`);
    this.status = status;
    this.problem = problem;
  }
}

/** The data of a reply. Throws a ProblemError for every status but those of success. */
export async function answered<R extends Reply>(reply: Promise<R>): Promise<Exclude<R["data"], undefined>> {
  const { data, error, response } = await reply;
  if (!response.ok) throw new ProblemError(response.status, isProblem(error) ? error : undefined);
  return data as Exclude<R["data"], undefined>;
}

/** Whether the write waits for a second person, so that what it answers is the proposal and nothing has changed. */
export function isQueued(data: object): data is QueuedWrite {
  return "queued" in data && data.queued === true;
}

function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "code" in error && "detail" in error;
}
