import { wordsOf } from "./codes.ts";
import { numberIn, objectIn, textIn, textsIn, type Json } from "./json.ts";
import { quantityWords, rangeWords } from "./quantities.ts";

const UNITS: Readonly<Record<string, string>> = {
  s: "second",
  min: "minute",
  h: "hour",
  d: "day",
  wk: "week",
  mo: "month",
  a: "year",
};
const DAYS: Readonly<Record<string, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
const MEALS: Readonly<Record<string, string>> = { "": "meals", M: "breakfast", D: "lunch", V: "dinner" };
const EVENTS: Readonly<Record<string, string>> = {
  MORN: "in the morning",
  NOON: "at noon",
  AFT: "in the afternoon",
  EVE: "in the evening",
  NIGHT: "at night",
  PHS: "after going to sleep",
  HS: "at bedtime",
  WAKE: "on waking",
};

/** How often and when, in words; null where a timing says nothing (clinical.medications). */
export function timingWords(timing: Json): string | null {
  const repeat = objectIn(timing["repeat"]);
  const events = textsIn(timing["event"]);
  const parts = [
    wordsOf(timing["code"]),
    frequencyOf(repeat),
    daysOf(repeat),
    timesOf(repeat),
    whenOf(repeat),
    events.length === 0 ? null : `on ${listed(events)}`,
    each(repeat),
    boundsOf(repeat),
    countOf(repeat),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

function frequencyOf(repeat: Json): string | null {
  const unit = UNITS[textIn(repeat["periodUnit"]) ?? ""];
  const times = between(repeat, "frequency", "frequencyMax");
  const period = between(repeat, "period", "periodMax");
  if (unit === undefined) return times === null ? null : counted(times, "time");
  const isOne = period === null || period === "1";
  if (times !== null && times !== "1")
    return `${counted(times, "time")} ${isOne ? `a ${unit}` : `every ${counted(period, unit)}`}`.replace(
      "a hour",
      "an hour",
    );
  return isOne ? `once ${unit === "hour" ? "an" : "a"} ${unit}` : `every ${counted(period, unit)}`;
}

/** A number, or the least and the most, without digits behind the point that say nothing. */
function between(repeat: Json, least: string, most: string): string | null {
  const plain = (name: string) => numberIn(repeat[name])?.text.replace(/\.0+$/, "");
  const [low, high] = [plain(least), plain(most)];
  if (low === undefined) return high === undefined ? null : `up to ${high}`;
  return high === undefined || high === low ? low : `${low} to ${high}`;
}

const counted = (number: string, unit: string): string => `${number} ${unit}${number === "1" ? "" : "s"}`;

function daysOf(repeat: Json): string | null {
  const days = textsIn(repeat["dayOfWeek"]).flatMap((day) => DAYS[day] ?? []);
  return days.length === 0 ? null : `on ${listed(days)}`;
}

function timesOf(repeat: Json): string | null {
  const times = textsIn(repeat["timeOfDay"]).map((time) => time.replace(/^(\d\d:\d\d):00(?:\.0+)?$/, "$1"));
  return times.length === 0 ? null : `at ${listed(times)}`;
}

function whenOf(repeat: Json): string | null {
  const when = textsIn(repeat["when"]).map(eventWords);
  if (when.length === 0) return null;
  const offset = numberIn(repeat["offset"])?.text;
  const isAway = offset !== undefined && offset !== "0";
  return isAway ? `${counted(offset, "minute")} ${listed(when)}` : listed(when);
}

function eventWords(code: string): string {
  const meal = /^(A|P)?C(M|D|V)?$/.exec(code);
  if (meal === null) {
    const [event = "", part] = code.split(".");
    return `${part === undefined ? "" : `${part} `}${EVENTS[event] ?? event}`;
  }
  const side = meal[1] === "A" ? "before" : meal[1] === "P" ? "after" : "with";
  return `${side} ${MEALS[meal[2] ?? ""] ?? "meals"}`;
}

function each(repeat: Json): string | null {
  const unit = UNITS[textIn(repeat["durationUnit"]) ?? ""];
  const duration = between(repeat, "duration", "durationMax");
  return unit === undefined || duration === null ? null : `over ${counted(duration, unit)}`;
}

function boundsOf(repeat: Json): string | null {
  const words =
    quantityWords(namedDuration(repeat["boundsDuration"])) ?? rangeWords(namedRange(repeat["boundsRange"]));
  if (words !== null) return `for ${words}`;
  const { start, end } = objectIn(repeat["boundsPeriod"]);
  const [from, to] = [textIn(start), textIn(end)];
  const parts = [from === null ? null : `from ${from}`, to === null ? null : `until ${to}`];
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? null : given.join(" ");
}

function namedRange(value: unknown): Json {
  const { low, high } = objectIn(value);
  return { low: namedDuration(low), high: namedDuration(high) };
}

/** Returns a duration whose unit is a code with the name of the unit. */
export function namedDuration(value: unknown): Json {
  const quantity = objectIn(value);
  const unit = UNITS[textIn(quantity["code"]) ?? textIn(quantity["unit"]) ?? ""];
  const number = numberIn(quantity["value"])?.text.replace(/\.0+$/, "");
  return unit === undefined ? quantity : { ...quantity, unit: number === "1" ? unit : `${unit}s` };
}

function countOf(repeat: Json): string | null {
  const count = between(repeat, "count", "countMax");
  return count === null ? null : `${counted(count, "time")} in all`;
}

/** Words one after the other. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}
