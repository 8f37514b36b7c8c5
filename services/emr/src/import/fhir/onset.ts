import { objectIn, textIn, type Json } from "./json.ts";
import { dateIn } from "./moments.ts";
import { quantityWords, rangeWords } from "./quantities.ts";

/** When something began or ended: its date, or what was written in place of one. */
export function onsetOf(
  resource: Json,
  name: "onset" | "abatement",
): { date: string | null; text: string | null } {
  const member = (kind: string) => resource[`${name}${kind}`];
  const period = objectIn(member("Period"));
  const age = quantityWords(member("Age"));
  return {
    date: dateIn(member("DateTime")) ?? dateIn(period[name === "onset" ? "start" : "end"]),
    text:
      textIn(member("String")) ??
      (age === null ? null : `at the age of ${age}`) ??
      rangeWords(member("Range")),
  };
}
