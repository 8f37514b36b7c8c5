import type { TeamTx } from "@jst/db";
import { invalidTransition, notFound, requireTransition, type AppError } from "@jst/errors";
import { publish, recordAudit, type EventType } from "@jst/events";
import type { Call, Reply } from "@jst/rpc";
import { requireId, requireVersion } from "./conditions.ts";
import { replyOf } from "./kit.ts";
import { isSameJson } from "./same-json.ts";

/** Members of a resource with states that its lifecycle reads. */
interface Item {
  id: string;
  status: string;
  version: number;
}

/** Resource as a write answers it. */
interface WrittenResource {
  id: string;
  version: number;
  body: Reply["body"];
}

/** Effect of a change of state: on events, or on a resource that depends on this one. */
export type Effect<Locked, Stored extends WrittenResource, Scope> = (
  tx: TeamTx,
  stored: Stored,
  locked: Locked,
  scope: Scope,
) => Promise<void> | void;

/** States of a resource, how it is locked, and the effects of every change of state. */
export interface LifecycleOptions<Locked, Stored extends WrittenResource, Scope> {
  /** "An invoice". */
  noun: string;
  /** Name in the audit log; without it the log has no entry. */
  audited?: string;
  /** States that a command may bring it to, by its state. */
  states: Readonly<Record<string, readonly string[]>>;
  /** Reads one and locks it until the transaction ends. */
  lock: (tx: TeamTx, id: string, scope: Scope) => Promise<Locked | undefined>;
  itemOf: (locked: Locked) => Item;
  /** Event types by the action of the command that changes the state; published behind `entered`. */
  events?: Readonly<Record<string, EventType>>;
  /** Publishes a change of state. */
  entered?: Effect<Locked, Stored, Scope>;
}

/** One way from a state to another. */
export interface Command<Locked, Stored extends WrittenResource, Scope> {
  /** Verb in the audit log. */
  action: string;
  /** State that it leads to; without it the state stays. */
  to?: string;
  /** True if the command changes nothing in the state `to`; otherwise it is refused there. */
  isRepeatable?: boolean;
  /** Returns why a change that the states allow is refused now, and the way out. */
  refuse?: (locked: Locked) => string | undefined;
  /** Writes the new state. */
  store: (tx: TeamTx, locked: Locked, scope: Scope) => Promise<Stored>;
}

/**
 * Lifecycle of a resource with states. Every command takes the same steps: lock, version, allowed or the one refusal
 * (invalid_state_transition), store, effects, audit entry, reply. Of many callers at once one gets through.
 */
export class Lifecycle<Locked, Stored extends WrittenResource, Scope> {
  readonly #options: LifecycleOptions<Locked, Stored, Scope>;
  readonly #followers: Effect<Locked, Stored, Scope>[] = [];

  constructor(options: LifecycleOptions<Locked, Stored, Scope>) {
    this.#options = options;
  }

  /**
   * Adds effects on resources that depend on this one, which stand in layers above. They follow every change of state,
   * in this order, after `entered`. The service calls it once, as it is composed.
   */
  follow(...effects: readonly Effect<Locked, Stored, Scope>[]): void {
    this.#followers.push(...effects);
  }

  /** Runs a command of a caller in a transaction of its own. Throws not_found and version_conflict. */
  run(
    id: string | undefined,
    command: Command<Locked, Stored, Scope>,
    call: Pick<Call<unknown>, "write" | "ifMatch">,
    scope: Scope,
  ): Promise<Reply> {
    const known = requireId(id);
    return call.write((tx) => this.apply(tx, known, command, { scope, ifMatch: call.ifMatch }));
  }

  /** Runs a command in a transaction that is under way. Throws not_found and version_conflict. */
  async apply(
    tx: TeamTx,
    id: string,
    command: Command<Locked, Stored, Scope>,
    { scope, ifMatch }: { scope: Scope; ifMatch?: number | undefined },
  ): Promise<Reply> {
    const locked = await this.lock(tx, id, { scope, ifMatch });
    const item = this.#options.itemOf(locked);
    if (command.isRepeatable === true && item.status === command.to)
      return { ...replyOf({ version: item.version, body: { ...item } }), isUnchanged: true };
    return replyOf(await this.enter(tx, locked, command, scope));
  }

  /** Locks one until the transaction ends. Throws not_found and version_conflict. */
  async lock(
    tx: TeamTx,
    id: string,
    { scope, ifMatch }: { scope: Scope; ifMatch?: number | undefined },
  ): Promise<Locked> {
    const locked = await this.#options.lock(tx, id, scope);
    if (locked === undefined) throw notFound();
    const noun = this.#options.noun.replace(/^An? /, "");
    requireVersion(noun, this.#options.itemOf(locked).version, ifMatch);
    return locked;
  }

  /** Runs a command on one that the transaction has locked: for pages and jobs. */
  async enter(
    tx: TeamTx,
    locked: Locked,
    command: Command<Locked, Stored, Scope>,
    scope: Scope,
  ): Promise<Stored> {
    this.requireAllowed(locked, command);
    const stored = await command.store(tx, locked, scope);
    await this.#options.entered?.(tx, stored, locked, scope);
    this.#publish(tx, command.action, stored, locked);
    for (const follow of this.#followers) await follow(tx, stored, locked, scope);
    this.record(tx, command.action, stored.id);
    return stored;
  }

  /** Publishes what a command has done, unless the state stays as it was. */
  #publish(tx: TeamTx, action: string, stored: Stored, locked: Locked): void {
    const type = this.#options.events?.[action];
    const before = this.#options.itemOf(locked);
    const { id, isTest } = stored as WrittenResource & { isTest?: boolean };
    const object = bodyOf(stored.body);
    if (type === undefined || object["status"] === before.status) return;
    publish(tx, { type, id, object, previous: formerMembers(before, object), test: isTest ?? false });
  }

  /** Throws invalid_state_transition unless the state of one allows the command. */
  requireAllowed(
    locked: Locked,
    { to, refuse }: Pick<Command<Locked, Stored, Scope>, "to" | "refuse">,
  ): void {
    const { status } = this.#options.itemOf(locked);
    if (to !== undefined) this.require(status, to);
    const reason = refuse?.(locked);
    if (reason !== undefined) throw this.refusal(status, to ?? status, reason);
  }

  /** Throws invalid_state_transition unless a command may bring one from a state to another. */
  require(from: string, to: string): void {
    requireTransition(this.#options.noun, { from, to, allowed: this.#allowed(from) });
  }

  /** Makes the refusal of a change that the states allow, or do not know; `detail` says why and what to do. */
  refusal(from: string, to: string, detail: string): AppError {
    const allowed = this.#allowed(from).filter((state) => state !== to);
    return invalidTransition({ from, to, allowed }, detail);
  }

  /** Records an act in the audit log, with the write. */
  record(tx: TeamTx, action: string, id: string): void {
    const { audited: resource } = this.#options;
    if (resource !== undefined) recordAudit(tx, { action, resource, resourceId: id, outcome: "success" });
  }

  #allowed(from: string): readonly string[] {
    return this.#options.states[from] ?? [];
  }
}

/** Returns the former value of each member that differs, for `previous` of an event (events.body). */
export function formerMembers(before: object, now: object): Record<string, unknown> {
  const [was, is] = [before, now] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  const names = Object.keys(was).filter((name) => !["version", "updated_at"].includes(name));
  const changed = names.filter((name) => !isSameJson(was[name], is[name]));
  return Object.fromEntries(changed.map((name) => [name, was[name]]));
}

function bodyOf(body: Reply["body"]): Record<string, unknown> {
  return (typeof body === "string" ? JSON.parse(body) : body) as Record<string, unknown>;
}
