import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { readdirSync } from "node:fs";
import { before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { secretMailedTo } from "./src/captured.ts";
import { readDescriber } from "./referees/src/described.ts";
import {
  exchangesOf,
  filled,
  formOf,
  signedByStripe,
  signedByTwilio,
  signedMail,
  savedOf,
  type Exchange,
} from "./src/exchange.ts";
import { fleet, jst, mintPersonal, mintToken, newTeam } from "./src/fleet.ts";
import { send, type Answer } from "./src/http.ts";
import { differences } from "./src/match.ts";
import { namedBase, passkeyAnswer } from "./src/passkeys.ts";
import { consoleHeaders, linkOf, signedIn, type SignedIn } from "./src/sessions.ts";

/** Time limit of states that follow by themselves. */
const AWAITED_MS = 60_000;

const folder = new URL("cases/", import.meta.url);
const describer = await readDescriber();

for (const file of readdirSync(folder).sort()) {
  describe(file, () => {
    const saved = new Map<string, string>();
    const tokens = new Map<string, string>();
    const sessions = new Map<string, SignedIn>();
    let slug = "";
    before(async () => {
      const [own, other] = [await newTeam("case"), await newTeam("other")];
      slug = own.slug;
      saved
        .set("team_id", own.id)
        .set("team_slug", own.slug)
        .set("own_number", `+1415${String(randomInt(2_000_000, 10_000_000))}`)
        .set("base_url", fleet().base_url)
        .set("in_30_days", new Date(Date.now() + 30 * 86_400_000).toISOString())
        .set("refresh_token", await signIn(own.slug));
      tokens.set("service", own.token).set("other", other.token);
    });
    for (const exchange of exchangesOf(new URL(file, folder).pathname)) {
      test(`${exchange.name} (${exchange.says})`, async () => {
        const session = await sessionOf(exchange, sessions, slug);
        if (session !== undefined) saved.set("csrf", session.csrf);
        if (exchange.link !== undefined) saved.set("link", (await linkOf(slug, exchange.link)).secret);
        if (exchange.captured !== undefined)
          saved.set("secret", await secretMailedTo(slug, exchange.captured));
        const token = session === undefined ? await tokenOf(exchange, tokens, slug) : undefined;
        for (const [key, value] of Object.entries(exchange.set ?? {}))
          await jst("config", "set", "--team", slug, key, filled(value, saved));
        if (exchange.seed !== undefined) await seed(slug, exchange.seed, saved);
        const own = session === undefined ? {} : consoleHeaders(session);
        const plain = requestOf(exchange, token, saved);
        const request = { ...plain, headers: { ...own, ...plain.headers } };
        const answer = await (exchange.awaited === true ? awaited(exchange, request, saved) : send(request));
        const faults = [...faultsOf(exchange, answer, saved), ...describer(request, answer)];
        assert.deepEqual(faults, [], JSON.stringify(answer.body));
        for (const [name, path] of Object.entries(exchange.save ?? {}))
          saved.set(name, String(savedOf(answer, path)));
      });
    }
  });
}

/** The answer that is as expected, or the last one. */
async function awaited(
  exchange: Exchange,
  request: Parameters<typeof send>[0],
  saved: ReadonlyMap<string, string>,
): Promise<Answer> {
  const end = Date.now() + AWAITED_MS;
  for (;;) {
    const answer = await send(request);
    if (Date.now() > end || faultsOf(exchange, answer, saved).length === 0) return answer;
    await setTimeout(100);
  }
}

/** Makes the examples of a domain, and saves their ids. */
async function seed(slug: string, domain: string, saved: Map<string, string>): Promise<void> {
  const made = await jst<Record<string, (string | { id: string })[]>>("seed", "--team", slug, domain);
  for (const [plural, ones] of Object.entries(made))
    for (const [index, one] of ones.entries())
      saved.set(`${plural}_${index + 1}`, typeof one === "string" ? one : one.id);
}

/** A refresh token of a member of the team. */
async function signIn(slug: string): Promise<string> {
  await jst("member", "add", "--team", slug, "--email", "ada@example.org", "--role", "admin");
  const human = await jst<{ refresh_token: string }>(
    ...["token", "mint", "--team", slug, "--type", "human", "--member", "ada@example.org"],
  );
  return human.refresh_token;
}

/** The session that the exchange names, begun once for each role. */
async function sessionOf(
  { token = "" }: Exchange,
  sessions: Map<string, SignedIn>,
  slug: string,
): Promise<SignedIn | undefined> {
  if (typeof token !== "string" || !token.startsWith("session:")) return undefined;
  const session = sessions.get(token) ?? (await signedIn(slug, token.slice("session:".length)));
  sessions.set(token, session);
  return session;
}

async function tokenOf(
  exchange: Exchange,
  tokens: Map<string, string>,
  slug: string,
): Promise<string | undefined> {
  const wanted = exchange.token ?? "service";
  if (wanted === "none") return undefined;
  const key = typeof wanted === "string" ? wanted : JSON.stringify(wanted);
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const minted =
    typeof wanted === "string" ? await mintPersonal(slug, wanted) : await mintToken(slug, wanted);
  tokens.set(key, minted);
  return minted;
}

function requestOf(exchange: Exchange, token: string | undefined, saved: ReadonlyMap<string, string>) {
  const [method = "", path = ""] = filled(exchange.request, saved).split(" ");
  return {
    method,
    path,
    ...(token === undefined ? {} : { token }),
    headers: filled(exchange.headers ?? {}, saved),
    ...(exchange.named === true ? { base: namedBase() } : {}),
    ...(exchange.body === undefined ? {} : { body: filled(exchange.body, saved) }),
    ...(exchange.passkey === undefined
      ? {}
      : { body: passkeyAnswer(exchange.passkey, exchange.body, saved) }),
    ...(exchange.form === undefined ? {} : { body: formOf(filled(exchange.form, saved)) }),
    ...(exchange.mail === undefined ? {} : signedMail(filled(exchange.mail, saved))),
    ...(exchange.twilio === undefined
      ? {}
      : signedByTwilio(filled(exchange.twilio, saved), `${fleet().public_url ?? fleet().base_url}${path}`)),
    ...(exchange.stripe === undefined ? {} : signedByStripe(filled(exchange.stripe, saved))),
  };
}

function faultsOf(exchange: Exchange, answer: Answer, saved: ReadonlyMap<string, string>): string[] {
  const headers = Object.entries(filled(exchange.expect_headers ?? {}, saved)).flatMap(([name, value]) =>
    differences(answer.headers.get(name) ?? undefined, value, `header ${name}`),
  );
  const problem =
    exchange.code === undefined
      ? {}
      : { code: exchange.code, status: exchange.status, request_id: "$text", type: "$text" };
  return [
    ...differences(answer.status, exchange.status, "status"),
    ...headers,
    ...(exchange.code === undefined ? [] : differences(answer.body, problem)),
    ...(exchange.expect === undefined ? [] : differences(answer.body, filled(exchange.expect, saved))),
  ];
}
