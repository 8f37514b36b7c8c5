import type { Change, Image } from "@jst/changes";
import type { Statement, TeamTx } from "@jst/db";
import { publish, withEvents, type EventType, type RowEvent } from "@jst/events";
import type { CommonMembers, DeclaredFacts, EventVerb } from "./declaration.ts";
import { isSameJson } from "./same-json.ts";

type Members = Readonly<Record<string, unknown>>;

/** Types of further events of a write, which follow from its members, such as a status. */
export type FurtherEvents = (next: Members, before: Members | undefined) => readonly EventType[];

/** Row as a statement answers it. */
interface AnsweredRow {
  id: string;
  body: string;
}

/** Options of the events of one resource. */
export interface EventOptions {
  /** Ends of the types that the service publishes itself. */
  published?: readonly EventVerb[] | undefined;
  further?: FurtherEvents | undefined;
  /** Members that events show as null. */
  withheld?: readonly string[] | undefined;
  /** Members whose value is not that of a column. */
  shown?: Readonly<Record<string, string>> | undefined;
}

/** Events of one write. */
export interface WriteEvents {
  events: readonly RowEvent[];
  /** The row as it was, where the write ends it. */
  ended?: CommonMembers;
  /** Former values of members that the database decides. */
  followers?: Members;
}

/** Rows of an undo by their ids: as they are now, and as they were before it. */
export interface UndoneRows {
  now: ReadonlyMap<string, CommonMembers>;
  before: ReadonlyMap<string, CommonMembers>;
}

/** Events of the writes of one resource (events.types): each is stored with the row. */
export class ResourceEvents {
  readonly #facts: DeclaredFacts;
  readonly #verbs: ReadonlySet<EventVerb>;
  readonly #further: FurtherEvents;
  readonly #details: readonly string[];
  readonly #withheld: readonly string[];
  /** Members whose change `previous` shows: an event has no details. */
  readonly #compared: readonly string[];
  /** Members that the database decides. */
  readonly #followers: readonly string[];

  constructor(facts: DeclaredFacts, { published = [], further, withheld = [], shown = {} }: EventOptions) {
    const members = facts.members.filter(({ name }) => !Object.hasOwn(shown, name));
    this.#facts = facts;
    this.#verbs = new Set(facts.events.verbs.filter((verb) => !published.includes(verb)));
    this.#further = further ?? (() => []);
    this.#details = facts.members.filter(({ isDetail }) => isDetail === true).map(({ name }) => name);
    this.#withheld = withheld;
    const left = new Set([...this.#details, ...withheld]);
    this.#compared = [...members.map(({ name }) => name), "archived_at", "deleted_at"].filter(
      (name) => !left.has(name),
    );
    this.#followers = members
      .filter(({ name, isWritable }) => isWritable !== true && !left.has(name))
      .map(({ name }) => name);
  }

  /** Returns the events of a new row. */
  ofCreate(next: object): WriteEvents {
    const types = [...this.#of("created"), ...this.#further(next as Members, undefined)];
    return { events: types.map((type) => ({ type })) };
  }

  /** Returns the events of a change of `changed` members; `isRestored` if the row comes back with it. */
  ofUpdate(next: object, item: CommonMembers, changed: readonly string[], isRestored: boolean): WriteEvents {
    const [now, was] = [next, item] as unknown as [Members, Members];
    if (this.#isOver(now) && !this.#isOver(was)) return { events: [], ended: item };
    const types = [...this.#of(isRestored ? "restored" : "updated"), ...this.#further(now, was)];
    const previous = valuesOf(
      was,
      changed.filter((name) => this.#compared.includes(name)),
    );
    const events = types.map((type) => ({ type, previous }));
    return this.#followers.length === 0 ? { events } : { events, followers: valuesOf(was, this.#followers) };
  }

  /** Completes the statement that stores a row so that it stores the events too. */
  stored(statement: Statement, tx: TeamTx, { events, ended, followers }: WriteEvents): Statement {
    if (ended !== undefined) this.deleted(tx, ended);
    const form = {
      details: this.#details,
      withheld: this.#withheld,
      ...(followers === undefined ? {} : { followers }),
    };
    return withEvents(statement, tx, events, form);
  }

  /** Publishes the events of a row that is stored, behind those that the service has published. */
  publish(tx: TeamTx, { id, body }: AnsweredRow, { events, ended, followers = {} }: WriteEvents): void {
    if (ended !== undefined) this.deleted(tx, ended);
    if (events.length === 0) return;
    const item = JSON.parse(body) as CommonMembers;
    const followed = this.#changes(followers, item, Object.keys(followers));
    for (const { type, previous } of events) {
      const former = previous && { previous: { ...previous, ...followed } };
      publish(tx, { type, id, object: this.#shown(item), ...former });
    }
  }

  /** Publishes the end of one, as it was. */
  deleted(tx: TeamTx, item: CommonMembers): void {
    for (const type of this.#of("deleted")) publish(tx, { type, id: item.id, object: this.#shown(item) });
  }

  /** Publishes a row that a statement of the service's own has stored; `before` is absent for a new one. */
  ofOwnStatement(tx: TeamTx, row: AnsweredRow, before?: CommonMembers): void {
    const item = JSON.parse(row.body) as CommonMembers;
    const changed = before === undefined ? [] : Object.keys(this.#changes(before, item, this.#compared));
    this.publish(
      tx,
      row,
      before === undefined ? this.ofCreate(item) : this.ofUpdate(item, before, changed, false),
    );
  }

  /** Publishes what an undo did to rows, in its order: what it ended, brought back or changed. */
  undone(tx: TeamTx, changes: readonly Change[], rows: UndoneRows): void {
    for (const [id, own] of Map.groupBy(changes, (change) => change.id)) {
      const [wasLive, isLive] = [isLiveImage(own[0]?.before), isLiveImage(own.at(-1)?.after)].map(
        (is, n) => is && !this.#isOver((n === 0 ? own[0]?.before : own.at(-1)?.after) ?? {}),
      );
      const [before, now] = [rows.before.get(id), rows.now.get(id)];
      if (wasLive === true && isLive !== true && before !== undefined) this.deleted(tx, before);
      if (isLive !== true || now === undefined) continue;
      const previous = before && { previous: this.#changes(before, now, this.#compared) };
      for (const type of this.#of(wasLive === true ? "updated" : "restored"))
        publish(tx, { type, id, object: this.#shown(now), ...previous });
    }
  }

  #changes(before: object, now: object, names: readonly string[]): Members {
    const [was, is] = [before, now] as [Members, Members];
    return valuesOf(
      was,
      names.filter((name) => !isSameJson(was[name], is[name])),
    );
  }

  #isOver(members: object): boolean {
    const { finalStatus } = this.#facts;
    return finalStatus !== undefined && (members as Members)["status"] === finalStatus;
  }

  /** The item as its list shows it. */
  #shown(item: CommonMembers): Members {
    const members = Object.entries(item).filter(([name]) => !this.#details.includes(name));
    return Object.fromEntries(
      members.map(([name, value]) => [name, this.#withheld.includes(name) ? null : value]),
    );
  }

  #of(verb: EventVerb): EventType[] {
    return this.#verbs.has(verb) ? [`${this.#facts.events.noun}.${verb}` as EventType] : [];
  }
}

function isLiveImage(image: Image | null | undefined): boolean {
  return image != null && (image["archived_at"] ?? image["deleted_at"] ?? null) === null;
}

function valuesOf(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, members[name] ?? null]));
}
