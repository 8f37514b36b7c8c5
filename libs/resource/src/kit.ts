import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import type { CursorCodec, ListParameters } from "@jst/query";
import type { Call, Reply } from "@jst/rpc";
import { requireId, requireVersion } from "./conditions.ts";
import type { CommonMembers, Declaration } from "./declaration.ts";
import { ResourceEvents } from "./events.ts";
import type { Options, Path, Stored } from "./options.ts";
import { Refusals } from "./refusals.ts";
import { slugsOf, type Slugs } from "./slugs.ts";
import { partsOf, textsOf } from "./sql.ts";
import { Store, type StoredRow } from "./store.ts";
import { storedForm } from "./stored-form.ts";

/** Dependencies of a service that every resource needs. */
export interface ListDeps {
  cursors: CursorCodec;
}

/** Parts of one resource that its handlers share, and the hooks of the service by their names. */
export class Kit<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends ListDeps,
> {
  readonly declaration: Declaration<Item, Values, Query>;
  readonly options: Options<Item, Values, Query, Deps>;
  readonly store: Store<Item>;
  readonly slugs: Slugs | undefined;
  readonly refusals: Refusals;
  readonly events: ResourceEvents;

  constructor(declaration: Declaration<Item, Values, Query>, options: Options<Item, Values, Query, Deps>) {
    this.declaration = declaration;
    this.options = options;
    const texts = textsOf(partsOf(declaration, options));
    this.events = new ResourceEvents(declaration, options);
    this.store = new Store(declaration, texts, this.events, options.signal);
    this.slugs = slugsOf(declaration);
    this.refusals = new Refusals(declaration, options.refusals);
  }

  /** True if a write only stores the row and its events: its commit goes along with that statement. */
  get isAlone(): boolean {
    return this.options.stored === undefined;
  }

  /** Returns the members of a body in their stored form; throws validation_failed with every refused member. */
  normalise(body: object): Partial<Values> {
    const { noun, members } = this.declaration;
    return storedForm(noun, members, body, this.options.normalise ?? {}) as Partial<Values>;
  }

  /** Asks other services about what these members name, before a write begins. */
  async check(members: Partial<Values>, call: Call<Deps>): Promise<void> {
    await this.options.check?.(members, call);
  }

  /** Derives members from the others, or refuses members that do not go together. */
  complete(merged: object, given: Partial<Values>, before?: Stored<Item>): Stored<Values> {
    const next = merged as Stored<Values>;
    return this.options.complete?.(next, given, before) ?? next;
  }

  /** Returns the id or slug that a path has; throws not_found if the text can be neither. */
  named(path: Path): string {
    const named = path[this.declaration.id];
    return this.slugs === undefined ? requireId(named) : (named ?? "");
  }

  /** Reads the one that a path names; throws not_found. */
  async found(path: Path, call: Call<Deps>): Promise<StoredRow> {
    const [row] = await call.read<StoredRow>(this.store.findNamed(call.caller.team_id, this.named(path)));
    if (row === undefined) throw notFound();
    return row;
  }

  /** Reads one in a write that is under way; throws not_found or version_conflict. */
  async requireThere(tx: TeamTx, id: string, ifMatch: number | undefined): Promise<StoredRow> {
    const [row] = await tx.query<StoredRow>(this.store.find(tx.context.teamId, id));
    if (row === undefined) throw notFound();
    requireVersion(this.declaration.noun, row.version, ifMatch);
    return row;
  }
}

/** Makes the reply of one, with its version as ETag. */
export function replyOf(
  { body, version }: Pick<Reply, "body"> & { version: number },
  headers: Record<string, string> = {},
): Reply {
  return { body, headers: { ...headers, etag: `"${version}"` } };
}
