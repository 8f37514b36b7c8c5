/** Sends JSON to a platform and answers what it answers. */
export type Send = <Reply>(method: "GET" | "POST" | "PATCH", path: string, body?: object) => Promise<Reply>;

/** A client of the platform at a port; an answer that is no success is an error that says what was asked. */
export function platformClient(port: number, headers: Record<string, string> = {}): Send {
  return async <Reply>(method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /${path} was answered ${response.status} ${text}`);
    return JSON.parse(text) as Reply;
  };
}
