import { AppError } from "@jst/errors";
import type { PageRequest } from "@jst/pages";
import { normalizedHost } from "../teams/host-name.ts";

/** Throws 403 for a form that another page than one of this host has sent (sessions.forms). */
export function requireOwnPage({ headers }: Pick<PageRequest, "headers">, baseUrl: string): void {
  const { origin, host = "" } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") throw foreignForm();
  if (origin !== undefined && origin !== originOf(host, baseUrl)) throw foreignForm();
}

/** Builds the refusal of a form that its own page has not sent. */
export function foreignForm(): AppError {
  return new AppError(
    "form_refused",
    "This form is out of date, or comes from another session. Reload the page and send it again.",
  );
}

/** Returns the origin that browsers name for a page of this host. Every host has the port of the base URL. */
export function originOf(host: string, baseUrl: string): string {
  const { protocol, port } = new URL(baseUrl);
  return `${protocol}//${normalizedHost(host)}${port === "" ? "" : `:${port}`}`;
}
