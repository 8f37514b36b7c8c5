import { OAuthError } from "./oauth-error.ts";

/** How the request ahead ended: what it was refused with, or whether it was answered. */
type Ending = OAuthError | "answered" | "failed";

/**
 * Queue for requests of this process that want the same thing, which only one may get. When one request gets
 * invalid_grant, those behind it get the same answer without work or a connection. When one fails for another reason,
 * those behind it stop waiting. Between processes the lock of the database decides (oauth.refresh).
 */
export class Turns {
  readonly #ahead = new Map<string, Promise<Ending>>();

  /** Does the work when it is its turn; answers or throws as it does, or as the one ahead was refused. */
  async take<T>(wanted: string, work: () => Promise<T>): Promise<T> {
    for (let ahead = this.#ahead.get(wanted); ahead !== undefined; ahead = this.#ahead.get(wanted)) {
      const ending = await ahead;
      if (ending instanceof OAuthError) throw ending;
      if (ending === "failed") return work();
    }
    const own = work();
    const left = (ending: Ending): Ending => {
      this.#ahead.delete(wanted);
      return ending;
    };
    this.#ahead.set(
      wanted,
      own.then(
        () => left("answered"),
        (error: unknown) => left(isRefusal(error) ? error : "failed"),
      ),
    );
    return own;
  }
}

/** True for what every further request of the kind would be told. */
function isRefusal(error: unknown): error is OAuthError {
  return error instanceof OAuthError && error.code === "invalid_grant";
}
