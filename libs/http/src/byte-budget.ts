import { AppError } from "@jst/errors";

const RETRY_SECONDS = 5;

/** Takes bytes from a budget; the refusal is unavailable, with Retry-After, where it has not so many left. */
export type TakeBytes = (bytes: number) => AppError | undefined;

/** Bytes that the requests of one process hold together: many large ones at once are refused, and end no process. */
export class ByteBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Does work that takes what it holds from the budget; all of that is given back when the work ends. */
  async spend<T>(work: (take: TakeBytes) => Promise<T>): Promise<T> {
    let taken = 0;
    const take: TakeBytes = (bytes) => {
      if (bytes > this.#left) return busy();
      this.#left -= bytes;
      taken += bytes;
      return undefined;
    };
    try {
      return await work(take);
    } finally {
      this.#left += taken;
    }
  }
}

function busy(): AppError {
  const detail = `The service is busy with other large requests. Send this one again in ${RETRY_SECONDS} seconds.`;
  return new AppError("unavailable", detail, {
    extension: { retry_after_seconds: RETRY_SECONDS },
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}
