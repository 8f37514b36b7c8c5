import assert from "node:assert/strict";
import { randomInt, randomUUID } from "node:crypto";
import { until } from "@jst/testing";
import { jst, mintPersonal, newTeam } from "./fleet.ts";
import { codeOf } from "./http.ts";
import { done, eachOf, listAs, memberIdOf, sendAs, sendUntilKnown } from "./member-api.ts";
import { signedIn, type SignedIn } from "./sessions.ts";

const IN_FORCE_MS = 60_000;
const AT_ONCE = 16;
const CURRENCY = "EUR";

/** Kind of write that a rule limits for a day. */
export type Kind = "contacts" | "rows" | "invoices";
export const kinds: readonly Kind[] = ["contacts", "rows", "invoices"];

/** Limits of a day: operations, and for invoices a sum of money. */
export const limits: Readonly<Record<Kind, number>> = { contacts: 40, rows: 40, invoices: 20_000 };

export interface CappedTeam {
  slug: string;
  token: string;
  tableId: string;
  contactId: string;
  owner: SignedIn;
  /** Tokens of members, each with an allowance of its own, by the id of the member. */
  writers: ReadonlyMap<string, string>;
}

/** Outcome of a write: what it adds, and whether it ran, was refused by the limit, or waits. */
export interface Attempt {
  writer: string;
  kind: Kind;
  added: number;
  status: number;
  changesetId?: string | undefined;
}

/** Returns a zone in which it is about noon, so that no day ends meanwhile. */
export function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  return `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

/** Makes a team that limits what its members' tokens do on a day; what is below the limit runs with `runs`. */
export async function makeCappedTeam(name: string, runs: boolean): Promise<CappedTeam> {
  const { slug, token } = await newTeam(name);
  await jst("config", "set", "--team", slug, "team.timezone", zoneAtNoon());
  const owner = await signedIn(slug, "owner", "lead");
  const table = { name: "things", display_name: "Things", columns: [{ name: "name", type: "text" }] };
  const { id: tableId } = await done<{ id: string }>(token, "POST", "data/tables", table);
  const { id: contactId } = await done<{ id: string }>(token, "POST", "contacts", { first_name: "Payer" });
  const writers = new Map<string, string>();
  for (let n = 0; n < 4; n += 1) {
    const value = await mintPersonal(slug, `human:member:writer${n}`);
    writers.set(await memberIdOf(await signedIn(slug, "member", `writer${n}`)), value);
  }
  const marker = { fields: ["company"] };
  const hands = { actor_types: ["human"] };
  const rules = [
    ...kinds.map((kind) => ({
      name: `Limit of ${kind}`,
      outcome: "refuse",
      when: { ...hands, resources: [kind], over_per_day: limitOf(kind) },
    })),
    ...(runs ? [{ name: "Run", outcome: "run", when: hands }] : []),
    // Made last and tried first: a service that refuses by it judges by all of them.
    {
      name: "In force",
      position: 1,
      outcome: "refuse",
      when: { ...hands, resources: ["contacts"], ...marker },
    },
  ];
  for (const rule of rules) await done(owner, "POST", "approval-rules", rule);
  for (const writer of writers.values()) await requireInForce(writer);
  return { slug, token, tableId, contactId, owner, writers };
}

const limitOf = (kind: Kind) =>
  kind === "invoices"
    ? { amount: { currency: CURRENCY, value: limits.invoices } }
    : { operations: limits[kind] };

/** Waits until the rules judge the writes of the token: the one that was made last refuses this one. */
async function requireInForce(writer: string): Promise<void> {
  await until("rules are in force", IN_FORCE_MS, async () => {
    const answer = await sendAs(writer, "POST", "contacts", { first_name: "In force", company: "Marker" });
    return codeOf(answer) === "rule_refused" || undefined;
  });
}

/** Writes as often as `count` by each writer and of each kind, many at once, until each answer is known. */
export async function writeAll(team: CappedTeam, count: number): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  await Promise.all(
    [...team.writers].map(([writer, token]) =>
      eachOf([...Array(count * kinds.length).keys()], AT_ONCE, async (n) => {
        const kind = kinds[n % kinds.length] ?? "contacts";
        const added = kind === "invoices" ? randomInt(100, 2_000) : 1;
        const [path, body] = requestOf(team, kind, `${writer} ${n}`, added);
        const key = { "idempotency-key": randomUUID() };
        const { status, body: reply } = await sendUntilKnown(token, "POST", path, body, key);
        const { changeset_id: changesetId, code } = reply as { changeset_id?: string; code?: string };
        if (status === 403) assert.equal(code, "rule_refused");
        attempts.push({ writer, kind, added, status, changesetId });
      }),
    ),
  );
  return attempts;
}

function requestOf(team: CappedTeam, kind: Kind, name: string, added: number): readonly [string, object] {
  if (kind === "contacts") return ["contacts", { first_name: name }];
  if (kind === "rows") return [`data/tables/${team.tableId}/rows`, { data: { name } }];
  const line_items = [{ description: name, unit_amount: added }];
  const invoice = { contact_id: team.contactId, currency: CURRENCY, line_items, auto_finalize: false };
  return ["commerce/invoices", invoice];
}

/** Requires that each limit is reached exactly, by what is stored and by what was answered. */
export async function requireLimits(
  team: CappedTeam,
  attempts: readonly Attempt[],
  ran: (attempt: Attempt) => boolean,
): Promise<void> {
  const stored = await storedSums(team);
  for (const writer of team.writers.keys())
    for (const kind of kinds) {
      const own = attempts.filter((one) => one.writer === writer && one.kind === kind);
      const sum = own.filter(ran).reduce((all, { added }) => all + added, 0);
      assert.equal(stored.get(`${writer} ${kind}`), sum, `${kind} of ${writer}: what ran is what is stored`);
      assert.ok(sum <= limits[kind], `${kind} of ${writer}: ${sum} is over the limit`);
      for (const { added } of own.filter((one) => !ran(one)))
        assert.ok(sum + added > limits[kind], `${kind} of ${writer}: ${added} was refused at ${sum}`);
      assert.ok(
        own.some((one) => !ran(one)),
        `${kind} of ${writer} meets the limit`,
      );
    }
}

/** Sums of what is stored, by the writer that its name begins with, and kind. */
async function storedSums({ token, tableId }: CappedTeam): Promise<Map<string, number>> {
  interface Invoice {
    total: number;
    line_items: { description: string }[];
  }
  const contacts = await listAs<{ first_name: string }>(token, "contacts", "contacts");
  const rows = await listAs<{ data: { name: string } }>(token, `data/tables/${tableId}/rows`, "rows");
  const invoices = await listAs<Invoice>(token, "commerce/invoices", "invoices");
  const all: (readonly [string, Kind, number])[] = [
    ...contacts.map(({ first_name: name }) => [name, "contacts", 1] as const),
    ...rows.map(({ data }) => [data.name, "rows", 1] as const),
    ...invoices.map(({ total, line_items: [line] }) => [line?.description ?? "", "invoices", total] as const),
  ];
  const names = all.map(([name, kind]) => `${kind} ${name}`);
  assert.equal(new Set(names).size, names.length, "nothing is stored twice");
  const sums = new Map<string, number>();
  for (const [name, kind, added] of all) {
    const key = `${name.split(" ")[0]} ${kind}`;
    sums.set(key, (sums.get(key) ?? 0) + added);
  }
  return sums;
}
