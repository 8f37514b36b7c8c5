import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** One sentence of the contract, as a request and what must come back. */
export interface Exchange {
  /** The guarantee, as a sentence. */
  name: string;
  /** Clause of docs/contract that says so, such as "trust.queued". */
  says: string;
  /**
   * "service" (default), "other" (a team that shares nothing), "none", "human:<role>" (of a member with that role, one
   * for each role; "human:<role>:<name>" of another), "break_glass:<role>", "session:<role>" (of a member who is signed
   * in with a browser; ${csrf} is then what its forms carry), or a scope list to mint a token with.
   */
  token?: string | { resource: string; actions: string[] }[];
  /** Domain whose examples `jst seed` makes first; their ids are saved as `workflows_1` and so on. */
  seed?: string;
  /** Role of a member for whom `jst sign-in` makes a link first; its secret is saved as `link`. */
  link?: string;
  /** Recipient of a captured message that `jst comms capture` shows first; the secret in it is saved as `secret`. */
  captured?: string;
  /** Settings of the team that the operator makes first: `{ modules.review: "true" }`. */
  set?: Record<string, string>;
  /** "POST /api/v1/contacts". */
  request: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** True for a request that calls the fleet by its name: passkeys are of a name, and of no address. */
  named?: boolean;
  /**
   * Adds to the body as `response` what an authenticator answers to the challenge that was saved as `challenge`; a new
   * passkey is for the user saved as `handle`.
   */
  passkey?: "create" | "sign";
  /** In place of a body: parts of a form, one after the other. One with a name is a file. */
  form?: { part: string; value: string; name?: string }[];
  /** In place of a body: a mail by its lines, signed with this secret of the team, to this address of the team. */
  mail?: { secret: string; to: string; lines: string[] };
  /** In place of a body: parameters as Twilio posts them, signed with this token of the account. */
  twilio?: { auth_token: string; parameters: Record<string, string> };
  /** In place of a body: an event as Stripe posts it, signed with this secret of the team's endpoint. */
  stripe?: { secret: string; event: object };
  status: number;
  /** Problem code of a refusal. */
  code?: string;
  /** Expected response headers; "$absent" and "$any" as in match.ts. */
  expect_headers?: Record<string, string>;
  /** Expected members of the reply. */
  expect?: unknown;
  /**
   * Values of the reply that later exchanges name as ${name}: dotted paths. Of one that ends with a slash it is what
   * follows the last slash of the value, without the bracket of an address in <>. One that begins with # is a pattern
   * for the text of a page, and its group the value; with @ and the name of a header before it, for that header.
   */
  save?: Record<string, string>;
  /** True for a read of what becomes so by itself: it is asked again until the answer is as expected. */
  awaited?: boolean;
}

/** The exchanges of one case file, in order. */
export function exchangesOf(file: string): Exchange[] {
  return parse(readFileSync(file, "utf8")) as Exchange[];
}

/** Puts saved values in place of ${name}, everywhere in a value. */
export function filled<T>(value: T, saved: ReadonlyMap<string, string>): T {
  if (typeof value === "string") {
    return value.replaceAll(/\$\{(\w+)\}/g, (_whole, name: string) => {
      const known = saved.get(name);
      if (known === undefined) throw new Error(`No earlier exchange saved "${name}".`);
      return known;
    }) as T;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, saved)) as T;
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [filled(name, saved), filled(member as unknown, saved)]),
    ) as T;
  }
  return value;
}

/** The parts of an exchange as a form. */
export function formOf(parts: NonNullable<Exchange["form"]>): FormData {
  const form = new FormData();
  for (const { part, value, name } of parts)
    if (name === undefined) form.append(part, value);
    else form.append(part, new Blob([value]), name);
  return form;
}

/** The parameters of an exchange as a body and its headers: signed as Twilio documents it, each after the URL. */
export function signedByTwilio(
  { auth_token: token, parameters }: NonNullable<Exchange["twilio"]>,
  url: string,
): { body: string; headers: Record<string, string> } {
  const signed = Object.keys(parameters)
    .sort()
    .map((name) => `${name}${parameters[name] ?? ""}`);
  const signature = createHmac("sha1", token)
    .update(`${url}${signed.join("")}`, "utf8")
    .digest("base64");
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature };
  return { body: new URLSearchParams(parameters).toString(), headers };
}

/** An event of an exchange as a body and its headers: signed as Stripe documents it. */
export function signedByStripe({ secret, event }: NonNullable<Exchange["stripe"]>): {
  body: string;
  headers: Record<string, string>;
} {
  const body = JSON.stringify(event);
  const time = String(Math.floor(Date.now() / 1_000));
  const v1 = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return { body, headers: { "content-type": "application/json", "stripe-signature": `t=${time},v1=${v1}` } };
}

/** A mail of an exchange as a body and its headers: signed as a provider of the team does. */
export function signedMail({ secret, to, lines }: NonNullable<Exchange["mail"]>): {
  body: string;
  headers: Record<string, string>;
} {
  const body = lines.join("\r\n");
  const time = String(Math.floor(Date.now() / 1_000));
  const v1 = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const signature = `t=${time},v1=${v1}`;
  const headers = {
    "content-type": "message/rfc822",
    "x-inbound-recipient": to,
    "x-inbound-signature": signature,
  };
  return { body, headers };
}

/** Returns the values that an exchange saves from its answer. */
export function savedOf(answer: { headers: Headers; body: unknown }, path: string): unknown {
  const [, header, rest] = /^@([a-z-]+)(#.*)$/.exec(path) ?? [];
  return header === undefined ? valueAt(answer.body, path) : valueAt(answer.headers.get(header), rest ?? "");
}

/** Value at a dotted path of a reply. */
export function valueAt(body: unknown, path: string): unknown {
  if (path.startsWith("#")) return new RegExp(path.slice(1)).exec(String(body))?.[1];
  if (path.endsWith("/"))
    return String(valueAt(body, path.slice(0, -1)))
      .split("/")
      .at(-1)
      ?.replace(/>?\s*$/, "");
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);
}
