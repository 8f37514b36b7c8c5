import assert from "node:assert/strict";
import type { Member, SignInLink } from "../../gen/rpc.ts";
import type { TestAuth } from "./test-auth.ts";

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** Where it sends on to. */
  location: string;
}

interface Asked {
  method?: string;
  body?: string;
  headers: Record<string, string>;
}

/** Somebody in a browser of their own, without the browser: cookies are kept, and forms sent as they stand there. */
export class Visitor {
  readonly #url: string;
  readonly cookies = new Map<string, string>();
  /** Goes with every request. */
  readonly headers: Record<string, string> = {};

  constructor(url: string) {
    this.#url = url;
  }

  open(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#ask(path, { headers });
  }

  /** Sends a form as the browser would from a page of this host. */
  send(
    path: string,
    values: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const own = { origin: this.#url, "sec-fetch-site": "same-origin", ...headers };
    const body = new URLSearchParams(values).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    return this.#ask(path, { method: "POST", body, headers: { ...type, ...own } });
  }

  /** Sends JSON as a script of a page of this host would. */
  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const own = { origin: this.#url, "sec-fetch-site": "same-origin", ...headers };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    return this.#ask(path, { method: "POST", ...json, headers: { ...type, ...own } });
  }

  async #ask(path: string, { headers: own, ...init }: Asked): Promise<Answered> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...this.headers, ...(cookie === "" ? {} : { cookie }), ...own };
    const reply = await fetch(`${this.#url}${path}`, { redirect: "manual", ...init, headers });
    for (const set of reply.headers.getSetCookie()) this.#keep(set);
    const location = reply.headers.get("location") ?? "";
    return { status: reply.status, headers: reply.headers, text: await reply.text(), location };
  }

  #keep(set: string): void {
    const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(set) ?? [];
    if (/max-age=0(;|$)/i.test(rest)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Hidden fields of a page's first form, or of the one that leads to `action`. */
export function hiddenOf(text: string, action = ""): Record<string, string> {
  const form = text.split("<form ").find((part) => part.includes(`action="${action}`)) ?? "";
  return Object.fromEntries(
    [...form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

/** Visitors of this process so far; the limiters of pages count each source. */
let sources = 0;

/** Members who sign in with their links. */
export function testVisitors({ door }: Pick<TestAuth, "door">) {
  const visitor = (url = door.httpUrl): Visitor => {
    const made = new Visitor(url);
    sources += 1;
    made.headers["x-forwarded-for"] = `198.18.${sources >> 8}.${sources & 255}`;
    return made;
  };
  /** Path of a new link for the member. */
  const linkFor = async (team: string, member: string): Promise<string> => {
    const reply = await door.operate("CreateSignInLink", { team, member });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return new URL((reply.body as SignInLink).url).pathname;
  };
  /** Signs in a member of the role. */
  const signedIn = async (team: string, role = "owner", member = `${role}-${Math.random()}@example.org`) => {
    const added = await door.operate("AddMember", { team, email: member, role });
    assert.equal(added.status, 201);
    const one = visitor();
    const { status } = await one.send(await linkFor(team, member), {});
    assert.equal(status, 303);
    return { visitor: one, member, memberId: (added.body as Member).id };
  };
  return { visitor, linkFor, signedIn };
}
