import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import type { RpcDefinition } from "@jst/rpc";
import {
  testCaller,
  withClient,
  type TestCall,
  type TestDatabase,
  type TestDoor,
  type TestReply,
} from "@jst/testing";
import type { DeclaredFacts } from "../declaration.ts";
import type { Texts } from "../sql.ts";
import { samplesOf, type Given, type Schema } from "./samples.ts";

/** Subject of the tests of a resource. */
export interface SubjectOptions<Deps> {
  door: TestDoor;
  database: TestDatabase;
  /** Rpcs of the service, the resource's own among them. */
  rpcs: readonly RpcDefinition<Deps>[];
  /** Folder of the resource, where `<resource>.sql` shows what it runs. */
  folder: string;
  /** Two values of members whose values must exist, made for a caller's team. */
  given?: (caller: Caller) => Promise<Given>;
  /** Members that follow from others while nobody sets them. */
  derived?: readonly string[];
  /** Member that tells items apart in lists; the first text by default. */
  naming?: string;
  /** Members of replies besides the resource's: a secret that is shown once, or details. */
  besides?: readonly string[];
  /** Members that others need: every create gives them, and null is refused. */
  needed?: readonly string[];
  /** Members that exclude one of the others: they are tested beside it. */
  apart?: readonly string[];
  /** A deletion or the undo of a create makes one inactive, which is still read; deletions are tested beside it. */
  isDeactivated?: boolean;
  /** A deletion answers `deleted: true` in place of its time. */
  isFlaggedDeleted?: boolean;
  /** A reply has what moves without its version: it is never 304. */
  isMoving?: boolean;
  /** A list has an order of its own where none is asked for. */
  hasOwnOrder?: boolean;
  /** Whether a create cannot be undone, because it has published something. */
  isFinal?: boolean;
}

/** One resource under test: its rpcs in short, and values for its members. */
export class Subject<Deps> {
  readonly facts: DeclaredFacts;
  readonly texts: Texts;
  readonly options: SubjectOptions<Deps>;
  readonly naming: string;

  constructor(
    resource: { declaration: DeclaredFacts; store: { texts: Texts } },
    options: SubjectOptions<Deps>,
  ) {
    this.facts = resource.declaration;
    this.texts = resource.store.texts;
    this.options = options;
    const first = this.facts.members.find(({ kind, isWritable }) => kind === "text" && isWritable === true);
    this.naming = options.naming ?? first?.name ?? "";
  }

  get item(): string {
    return this.facts.item;
  }

  isDerived(name: string): boolean {
    return this.options.derived?.includes(name) ?? false;
  }

  /** True when the resource has this rpc. */
  has(verb: "Create" | "Get" | "Update" | "Archive" | "Delete" | "List"): boolean {
    return this.options.rpcs.some(
      ({ method, service }) => method === this.#method(verb) && service === this.#service,
    );
  }

  create(caller: Caller, body: unknown, more: Partial<TestCall> = {}): Promise<TestReply> {
    return this.#call("Create", { caller, body, ...more });
  }

  get(caller: Caller, id: string, more: Partial<TestCall> = {}): Promise<TestReply> {
    return this.#call("Get", { caller, path: { [this.facts.id]: id }, ...more });
  }

  update(caller: Caller, id: string, body: unknown, more: Partial<TestCall> = {}): Promise<TestReply> {
    return this.#call("Update", { caller, path: { [this.facts.id]: id }, body, ...more });
  }

  archive(caller: Caller, id: string, more: Partial<TestCall> = {}): Promise<TestReply> {
    return this.#call("Archive", { caller, path: { [this.facts.id]: id }, ...more });
  }

  delete(caller: Caller, id: string, more: Partial<TestCall> = {}): Promise<TestReply> {
    return this.#call("Delete", { caller, path: { [this.facts.id]: id }, ...more });
  }

  revisions(caller: Caller, id: string, query = ""): Promise<TestReply> {
    const call = { caller, path: { [this.facts.id]: id }, query };
    return this.options.door.call(`List${this.facts.item}Revisions`, call);
  }

  list(caller: Caller, query = ""): Promise<TestReply> {
    return this.#call("List", { caller, query });
  }

  /** Undoes the changeset that a reply names, as an admin. */
  undo(caller: Caller, reply: TestReply, force = false): Promise<TestReply> {
    const path = { changeset_id: reply.headers["x-changeset-id"] ?? "" };
    return this.options.door.call("UndoChangeset", {
      caller: this.person(caller, "admin"),
      path,
      body: { force },
    });
  }

  /** A human token of a new member of the same team. */
  person(of: Caller, role: NonNullable<Caller["role"]>): Caller {
    const caller = testCaller({ team_id: of.team_id, token_type: "human", member_id: randomUUID(), role });
    const modules = { [this.rpc("Create")?.module ?? this.facts.name]: true };
    return { ...caller, team: { ...caller.team, modules } };
  }

  /** Two values of every writable member, for this caller's team. */
  async samples(caller: Caller): Promise<Map<string, [unknown, unknown]>> {
    const given = (await this.options.given?.(caller)) ?? {};
    const samples = samplesOf(this.facts, this.schema("Create"), given);
    this.options.apart?.forEach((name) => samples.delete(name));
    return samples;
  }

  /** Two values of every member that a patch takes. */
  async patches(caller: Caller): Promise<Map<string, [unknown, unknown]>> {
    const once = new Set(this.facts.members.filter(({ isOnce }) => isOnce).map(({ name }) => name));
    return new Map([...(await this.samples(caller))].filter(([name]) => !once.has(name)));
  }

  /** The least body that makes one; with another name where `n` is given. */
  async least(caller: Caller, n = 0): Promise<Record<string, unknown>> {
    const samples = await this.samples(caller);
    const { needed = [] } = this.options;
    const required = new Set([...(this.schema("Create").required ?? []), this.naming, ...needed]);
    const body = Object.fromEntries([...required].map((name) => [name, samples.get(name)?.[0]]));
    return n === 0 ? body : { ...body, [this.naming]: `${String(body[this.naming])} ${n}` };
  }

  /** Schema of the body of a create or an update. */
  schema(verb: "Create" | "Update"): Schema {
    return this.rpc(verb)?.request ?? {};
  }

  rpc(verb: "Create" | "Update" | "List"): RpcDefinition<Deps> | undefined {
    return this.options.rpcs.find(
      ({ method, service }) => method === this.#method(verb) && service === this.#service,
    );
  }

  /** How many the team has in the table, archived or not, and the operations of its undo records, oldest first. */
  kept({ team_id }: Caller): Promise<{ rows: number; changes: string[] }> {
    const { table, name } = this.facts;
    const [schema = ""] = table.split(".");
    return withClient(this.options.database.superuserUrl, async (client) => {
      const { rows } = await client.query<{ rows: number; changes: string[] }>(
        `select (select count(*)::int from ${table} where team_id = $1) as rows,
           (select coalesce(json_agg(op order by seq), '[]') from ${schema}.changes
            where team_id = $1 and resource = $2) as changes`,
        [team_id, name],
      );
      return rows[0] ?? { rows: 0, changes: [] };
    });
  }

  get #service(): string {
    return this.facts.list.split("/")[0] ?? "";
  }

  #method(verb: string): string {
    return verb === "List" ? (this.facts.list.split("/")[1] ?? "") : `${verb}${this.facts.item}`;
  }

  async #call(verb: string, call: TestCall): Promise<TestReply> {
    const reply = await this.options.door.call(this.#method(verb), call);
    const members = Object.entries((reply.body ?? {}) as object);
    const own = members.filter(([name]) => this.options.besides?.includes(name) !== true);
    return own.length === members.length ? reply : { ...reply, body: Object.fromEntries(own) };
  }
}
