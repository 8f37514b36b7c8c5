import createFetchClient, { type Client } from "openapi-fetch";
import type { paths } from "../gen/openapi.ts";

/** The public API, typed by its OpenAPI description: client.GET("/api/v1/contacts", …). */
export type TeamClient = Client<paths>;

/** Address of the API, and the caller. */
export interface ClientOptions {
  /** Address of the team's gateway, without a path: https://acme.example. */
  baseUrl: string;
  /** API token or OAuth access token. Without one the call is a page's own, with the session of its browser. */
  token?: string;
}

/**
 * Makes a client. Its methods are the verbs; they never throw for a reply of the API: `data` is there, or `error` is a
 * problem document (errors.shape). They throw what fetch throws when no reply came.
 */
export function createClient({ baseUrl, token }: ClientOptions): TeamClient {
  const headers =
    token === undefined ? { "x-requested-with": "console" } : { authorization: `Bearer ${token}` };
  return createFetchClient<paths>({ baseUrl: baseUrl.replace(/\/+$/, ""), headers });
}
