import { fleet } from "./fleet.ts";

/** One request through the public gateway. */
export interface Request {
  method?: string;
  path: string;
  /** Address of the fleet, where that is not its own. */
  base?: string;
  token?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a string or a form is sent as it is. */
  body?: unknown;
  /** Gives the request up; it then throws. */
  signal?: AbortSignal;
}

/** Reply. `body` is parsed JSON, or the text if it is not JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Sends one request; transport faults throw. */
export async function send(request: Request): Promise<Answer> {
  const headers: Record<string, string> = { ...request.headers };
  if (request.token !== undefined) headers["authorization"] ??= `Bearer ${request.token}`;
  const isRaw = typeof request.body === "string" || request.body instanceof FormData;
  // A form says its own, with its boundary.
  if (request.body !== undefined && !(request.body instanceof FormData))
    headers["content-type"] ??= "application/json";
  const body = isRaw ? (request.body as string | FormData) : JSON.stringify(request.body);
  const response = await fetch(`${request.base ?? fleet().base_url}${request.path}`, {
    method: request.method ?? "GET",
    headers,
    redirect: "manual",
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    ...(request.body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

/** Code of a problem document, which JSON-RPC carries as error.data. */
export function codeOf(answer: Answer): string | undefined {
  const body = answer.body as { code?: string; error?: { data?: { code?: string } } } | null;
  return body?.code ?? body?.error?.data?.code;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
