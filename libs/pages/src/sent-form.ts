import { AppError } from "@jst/errors";
import { readBody } from "@jst/http";
import { composed } from "@jst/values";
import type { Request } from "express";

/** Most bytes of a form (pages.limits). */
const BYTES_MAX = 1_048_576;
/** Most values of a form. */
const VALUES_MAX = 10_000;

/** Form that a browser sent: all values of each name, in their order. */
export type SentForm = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the form of a request, whose media type has been checked. Throws payload_too_large, and malformed_json for
 * invalid UTF-8 or a NUL.
 */
export async function readForm(request: Request): Promise<SentForm> {
  return valuesOf((await readBody(request, BYTES_MAX)).toString("latin1"));
}

/**
 * Returns the values of a query or of a form by name; lines end with a line feed alone. URLSearchParams would replace
 * invalid UTF-8, and store characters that nobody typed.
 */
export function valuesOf(encoded: string): SentForm {
  const pairs = encoded.split("&", VALUES_MAX + 1).filter((pair) => pair !== "");
  if (pairs.length > VALUES_MAX)
    throw new AppError(
      "payload_too_large",
      `The form has more than ${VALUES_MAX} values, which is the maximum. Send fewer values.`,
    );
  const values = new Map<string, string[]>();
  for (const pair of pairs) {
    const [name = "", ...rest] = pair.split("=");
    const key = decoded(name);
    const known = values.get(key) ?? [];
    known.push(decoded(rest.join("=")).replaceAll("\r\n", "\n"));
    values.set(key, known);
  }
  return values;
}

/** The one value of a field; undefined without one, and with several. */
export function onlyValue(form: SentForm, name: string): string | undefined {
  const values = form.get(name) ?? [];
  return values.length === 1 ? values[0] : undefined;
}

function decoded(text: string): string {
  // Matches a percent sign without two digits, a byte beyond ASCII, and invalid UTF-8.
  if (!/^(?:[\u0020-\u0024\u0026-\u007e]|%[0-9a-f]{2})*$/i.test(text)) throw malformed();
  try {
    const found = decodeURIComponent(text.replaceAll("+", " "));
    if (!found.includes("\0")) return composed(found);
  } catch {
    // Falls through to the refusal.
  }
  throw malformed();
}

function malformed(): AppError {
  return new AppError(
    "malformed_json",
    "The form cannot be read. Encode it as application/x-www-form-urlencoded in UTF-8.",
  );
}
