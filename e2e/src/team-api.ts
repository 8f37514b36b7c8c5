import { send, type Answer } from "./http.ts";

/** The public API for a test, in the name of who holds the token, which is known once the test has begun. */
export function teamApi(tokenOf: () => string) {
  const call = (method: string, path: string, body?: object, token = tokenOf()): Promise<Answer> =>
    send({ method, path: `/api/v1/${path}`, token, ...(body === undefined ? {} : { body }) });
  return {
    call,
    /** The things of a list. */
    listed: async <T>(path: string, member: string): Promise<T[]> => {
      const { body } = await call("GET", path);
      return (body as Record<string, T[]>)[member] ?? [];
    },
  };
}
