import { sentAnswers } from "@jst/answers";
import type { SentForm } from "@jst/pages";
import { storedPhone } from "@jst/values/phone";
import type { BookedType } from "../availability/booking-facts.ts";

/** Prefix of a question's id in the name of its field. */
export const ANSWER = "answers.";

/** Converts a form to a body of the API; blank fields are absent. */
export function sentBooking(
  { slug, questions }: Pick<BookedType, "slug" | "questions">,
  sent: SentForm,
  country?: string,
): Record<string, unknown> {
  const text = (name: string): string => sent.get(name)?.[0]?.trim() ?? "";
  const given = (members: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ""));
  const location = given({ type: text("location_type"), detail: text("location_detail") });
  const guests = text("guests")
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  return {
    event_type: slug,
    ...given({ start: text("start"), notes: text("notes") }),
    attendee: given({
      name: text("name"),
      email: text("email"),
      phone: storedPhone(text("phone"), country),
      timezone: text("timezone"),
    }),
    ...(guests.length === 0 ? {} : { guests }),
    ...(Object.keys(location).length === 0 ? {} : { location }),
    answers: sentAnswers(questions, answersAmong(sent)),
  };
}

/** The answers among what was sent, by the ids of the questions. */
function answersAmong(sent: SentForm): SentForm {
  const ours = [...sent].filter(([name]) => name.startsWith(ANSWER));
  return new Map(ours.map(([name, values]) => [name.slice(ANSWER.length), values]));
}
