import { Signal, uuidv7, type Statement, type TeamTx } from "@jst/db";
import type { EventType } from "./event-types.ts";
import { outboxSignal } from "./outbox-signal.ts";
import { outboxType } from "./outbox-type.ts";
import { partsOf, payloadBytesMax } from "./publish.ts";

/** Event of a row that a statement stores; the database has the object. */
export interface RowEvent {
  type: EventType;
  /** The former values of the members that changed; absent for a new row. */
  previous?: Readonly<Record<string, unknown>>;
}

/** Form of the object of row events. */
export interface RowForm {
  /** Members of `body` that the object lacks. */
  details: readonly string[];
  /** Members that the object has as null. */
  withheld?: readonly string[];
  /** Former values of members that the database decides: `previous` has those that the statement changes. */
  followers?: Readonly<Record<string, unknown>>;
}

/**
 * Returns a statement that stores a row and the events of the row, without a round trip for them. The given statement
 * returns the row's `id`, and its JSON as text in `body`.
 */
export function withEvents(
  statement: Statement,
  tx: TeamTx,
  events: readonly RowEvent[],
  form: RowForm,
): Statement {
  if (events.length === 0) return statement;
  const now = new Date();
  const stored = events.map(({ type, previous }) => {
    const id = uuidv7(now.getTime());
    const { head, tail } = partsOf(id, tx, { type }, now);
    return {
      id,
      type: outboxType(type),
      head,
      tail,
      previous: previous === undefined ? null : JSON.stringify(previous),
    };
  });
  const first = statement.values.length + 1;
  const { followers } = form;
  const text = rowEventsText(statement.text, first, form);
  const column = (name: keyof (typeof stored)[number]) => stored.map((event) => event[name]);
  const values = [
    ...statement.values,
    ...[column("id"), column("type"), column("head"), column("tail"), column("previous")],
    tx.context.traceparent,
    ...(followers === undefined ? [] : [JSON.stringify(followers)]),
  ];
  const signal = statement.signal === undefined ? outboxSignal : new Both(statement.signal, outboxSignal);
  return { name: `${statement.name ?? ""}.events`, text, values, signal };
}

function rowEventsText(text: string, first: number, form: RowForm): string {
  const parameter = (n: number) => `$${first + n}`;
  const object = objectText(form);
  const followed = `(select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(${parameter(6)}::jsonb) f
      where f.value is distinct from s.body::jsonb -> f.key)`;
  const previous = form.followers !== undefined ? `(e.previous::jsonb || ${followed})::text` : "e.previous";
  return `with stored as (
${text}
), shown as (
  select s.id, e.place, e.event_id, e.type, e.head, e.tail, ${object} as object, ${previous} as previous
  from stored s cross join unnest(${[0, 1, 2, 3, 4].map((n) => `${parameter(n)}::${n === 0 ? "uuid" : "text"}[]`).join(", ")})
    with ordinality e (event_id, type, head, tail, previous, place)
), published as (
  insert into outbox (id, type, payload, traceparent)
  select p.event_id, p.type, (case when octet_length(p.whole) <= ${payloadBytesMax} then p.whole
    else '{' || p.head || ',"data":{"object":' || json_build_object('id', p.id) || '},' || p.tail || ',"truncated":true}' end)::json,
    ${parameter(5)}
  from (select s.*, '{' || s.head || ',"data":{"object":' || s.object || coalesce(',"previous":' || s.previous, '')
    || '},' || s.tail || '}' as whole from shown s) p
  order by p.place
)
select * from stored`;
}

/** SQL of the object of a row `s`. */
function objectText({ details, withheld = [] }: RowForm): string {
  if (details.length === 0 && withheld.length === 0) return "s.body";
  const arrayOf = (names: readonly string[]) =>
    `array[${names.map((name) => `'${name}'`).join(", ")}]::text[]`;
  const value = `case when m.key = any (${arrayOf(withheld)}) then 'null' else m.value end`;
  return `(select json_object_agg(m.key, ${withheld.length === 0 ? "m.value" : value})::text
    from json_each(s.body::json) m where m.key <> all (${arrayOf(details)}))`;
}

/** Two signals that ring together. */
class Both extends Signal {
  readonly #signals: readonly Signal[];

  constructor(...signals: readonly Signal[]) {
    super();
    this.#signals = signals;
  }

  override ring(): void {
    for (const signal of this.#signals) signal.ring();
  }
}
