import type { TestDoor } from "@jst/testing";

/** An answer of an endpoint of programs. */
export interface Told {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into the answer's members; their shape is what it asserts.
  body: any;
}

/** Asks the endpoints that are for programs. */
export function oauthCalls(door: Pick<TestDoor, "httpUrl">) {
  const post = async (
    path: string,
    body: string,
    type: string,
    headers: Record<string, string> = {},
  ): Promise<Told> => {
    const init = { method: "POST", body, headers: { "content-type": type, ...headers } };
    const reply = await fetch(`${door.httpUrl}${path}`, init);
    const text = await reply.text();
    const told: unknown = text === "" ? undefined : JSON.parse(text);
    return { status: reply.status, headers: reply.headers, body: told };
  };
  const form = (path: string, values: Record<string, string>, headers: Record<string, string> = {}) =>
    post(path, new URLSearchParams(values).toString(), "application/x-www-form-urlencoded", headers);
  let sources = 0;
  /** Registers a client, each from a source of its own: one registers so many an hour. */
  const registering = (metadata: unknown, source = `198.51.100.${(sources += 1)}`) =>
    post("/oauth/register", JSON.stringify(metadata), "application/json", { "x-forwarded-for": source });
  return { post, form, registering };
}
