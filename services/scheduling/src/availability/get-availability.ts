import { AppError, notFound, type FieldError } from "@jst/errors";
import { isDate, isTimeZone } from "@jst/query";
import type { AvailabilityQuery, DaySlots, Handler } from "../../gen/rpc.ts";
import { slotStartsInTurns } from "../slots/slots.ts";
import { around, dateOf, dayAt, dayOf, MINUTE_MS, slotTime } from "../slots/hours.ts";
import { factsOf, findFacts, type EventTypeName, type StoredFacts } from "./free-slots.ts";

const DAYS_MAX = 62;

/** Answers the free slots of a date, or how many each date of a range has (scheduling.availability). */
export const getAvailability: Handler<"GetAvailability"> = async ({ query }, call) => {
  const { named, first, last } = readQuery(query);
  const { team_id: teamId, team } = call.caller;
  const range = around(first, last);
  const [stored] = await call.read<StoredFacts & Record<string, unknown>>(findFacts(teamId, named, range));
  if (stored === undefined) throw notFound();
  const facts = factsOf(stored, team.timezone);
  const { type, hours } = facts;
  const timezone = query.timezone ?? type.timezone ?? hours.timezone;
  const byDay = new Map<number, number[]>();
  for (const start of await slotStartsInTurns(facts, range, teamId)) {
    const day = dayAt(timezone, start);
    const starts = byDay.get(day);
    if (starts === undefined) byDay.set(day, [start]);
    else starts.push(start);
  }
  const time = (at: number) => slotTime(at, timezone);
  const about = { event_type_id: type.id, timezone };
  if (query.date !== undefined) {
    const end = (start: number) => time(start + type.duration_minutes * MINUTE_MS);
    const slots = (byDay.get(first) ?? []).map((start) => ({ start: time(start), end: end(start) }));
    return { body: { ...about, date: query.date, slots } };
  }
  const days = Array.from({ length: last - first + 1 }, (_, at): DaySlots => {
    const [earliest, ...more] = byDay.get(first + at) ?? [];
    const date = dateOf(first + at);
    return earliest === undefined
      ? { date, count: 0 }
      : { date, count: 1 + more.length, first: time(earliest) };
  });
  return { body: { ...about, days } };
};

/** Reads the query; throws invalid_parameter with every fault. */
function readQuery(query: AvailabilityQuery): { named: EventTypeName; first: number; last: number } {
  const { event_type_id: id, event_type: slug, timezone, date, start, end } = query;
  const errors: FieldError[] = [];
  const refuse = (message: string, ...fields: (keyof AvailabilityQuery)[]) =>
    errors.push(...fields.map((field) => ({ field, code: "invalid_parameter", message })));
  if ((id === undefined) === (slug === undefined))
    refuse("Send either event_type_id or event_type, not both.", "event_type_id", "event_type");
  if (timezone !== undefined && !isTimeZone(timezone))
    refuse("Must be an IANA time zone such as Europe/Paris.", "timezone");
  for (const [field, text] of Object.entries({ date, start, end }))
    if (text !== undefined && !isDate(text))
      refuse("Must be a date such as 2026-01-31.", field as keyof AvailabilityQuery);
  const isOne = date !== undefined && start === undefined && end === undefined;
  const isRange = date === undefined && start !== undefined && end !== undefined;
  if (!isOne && !isRange)
    refuse(
      "Send either date, or both start and end, such as start=2026-01-01 and end=2026-01-31.",
      "date",
      "start",
      "end",
    );
  if (errors.length > 0) throw invalid(errors);
  const [first, last] = [dayOf(date ?? start ?? ""), dayOf(date ?? end ?? "")];
  if (last < first || last - first >= DAYS_MAX) {
    const message = `The end must be the start or a later date, and at most ${DAYS_MAX - 1} days after it. Send another end.`;
    throw invalid([{ field: "end", code: "invalid_parameter", message }]);
  }
  return { named: id === undefined ? { event_type: slug ?? "" } : { event_type_id: id }, first, last };
}

function invalid(errors: FieldError[]): AppError {
  const fields = [...new Set(errors.map(({ field }) => field))].join(", ");
  return new AppError("invalid_parameter", `These parameters are not valid: ${fields}. See errors.`, {
    errors,
  });
}
