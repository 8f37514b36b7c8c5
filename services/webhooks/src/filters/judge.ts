import { matcherOf, type Matcher } from "@jst/query";
import { LRUCache } from "lru-cache";
import { filterFields, objectOf, PREVIOUS } from "./event-fields.ts";

/** Demands of an endpoint on events besides their types. */
export interface Demand {
  filter: unknown;
  when: "matches" | "enters";
  changed: readonly string[];
  /** Zone and country by which the filter is read. */
  judged_in: { timezone: string; country?: string } | null;
  events: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** Body of an event, as far as it is judged. */
interface Body {
  created_at?: string;
  data?: { object?: Json; previous?: Json };
  /** True for a body without the members of the object, because they are too large. */
  truncated?: boolean;
}

/** An event that may be judged for several endpoints: its body is parsed once. */
export class JudgedEvent {
  readonly type: string;
  readonly #payload: string;
  #body: Body | undefined;

  constructor({ type, payload }: { type: string; payload: string }) {
    this.type = type;
    this.#payload = payload;
  }

  get body(): Body {
    this.#body ??= JSON.parse(this.#payload) as Body;
    return this.#body;
  }
}

const OF_NOTHING: Json = {};
/** Types besides `.created` whose object was not there before. */
const beginnings = new Set(["form.submitted"]);

/** Judges an event for an endpoint whose types name it. */
export function passes(event: JudgedEvent, { changed, when }: Demand, matcher: Matcher | undefined): boolean {
  const { data = {}, created_at: at, truncated = false } = event.body;
  // Nobody can judge what is not there, and an event that is asked for is not lost.
  if (truncated) return true;
  const { object = OF_NOTHING, previous = OF_NOTHING } = data;
  if (event.type.endsWith(".updated") && changed.length > 0 && !changed.some((name) => has(previous, name)))
    return false;
  if (matcher === undefined) return true;
  const now = at === undefined ? undefined : new Date(at);
  if (!matcher((field) => valueOf(field, object, previous), now)) return false;
  if (when === "matches" || event.type.endsWith(".created") || beginnings.has(event.type)) return true;
  return !matcher((field) => valueBefore(field, object, previous), now);
}

function has(json: Json, name: string): boolean {
  return Object.hasOwn(json, name);
}

function valueOf(field: string, object: Json, previous: Json): unknown {
  const [json, name] = field.startsWith(PREVIOUS)
    ? [previous, field.slice(PREVIOUS.length)]
    : [object, field];
  return has(json, name) ? json[name] : null;
}

/** Reads a field of the object with `previous` laid over it; nothing has changed before. */
function valueBefore(field: string, object: Json, previous: Json): unknown {
  if (field.startsWith(PREVIOUS)) return null;
  return has(previous, field) ? previous[field] : valueOf(field, object, previous);
}

/** Matchers by endpoint and version: a filter is read once, not once an event. */
const matchers = new LRUCache<string, Matcher>({ max: 2_000 });

/** Returns the matcher of an endpoint's filter; undefined for an endpoint without one. */
export function matcherFor({
  id,
  version,
  ...demand
}: Demand & { id: string; version: number }): Matcher | undefined {
  const { filter, judged_in: context, events } = demand;
  if (filter === null) return undefined;
  const key = `${id} ${version}`;
  const known = matchers.get(key);
  if (known !== undefined) return known;
  const fields = filterFields(objectOf(events[0] ?? "")) ?? new Map();
  const made = matcherOf(filter, fields, context ?? { timezone: "UTC" });
  matchers.set(key, made);
  return made;
}
