import { questionOf, sentAnswers } from "@jst/answers";
import type { Field, SentForm } from "@jst/pages";
import { storedPhone } from "@jst/values/phone";
import type { BookedType } from "../availability/free-slots.ts";
import { type Bookable, ways } from "./bookable.ts";
import { labelled } from "./choice.ts";

/** Values of the form, their faults, and other slots if the chosen one is taken. */
interface Filled {
  values: SentForm;
  messages: ReadonlyMap<string, string>;
  alternatives: readonly string[];
}

type FieldReader = (name: string, field: Omit<Field, "name" | "values" | "error">) => Field;

const line = (type: "text" | "email" | "tel") => ({ kind: "line", type }) as const;

/** Makes the fields of the form. */
export function fieldsOf({ facts: { type } }: Bookable, { values, messages, alternatives }: Filled): Field[] {
  const asked: FieldReader = (name, field) => ({
    name,
    ...field,
    values: values.get(name),
    error: messages.get(name),
  });
  const isZoneWrong = messages.has("timezone");
  return [
    ...timesOf(alternatives),
    ...(isZoneWrong ? [asked("timezone", { label: "Time zone", control: line("text") })] : []),
    ...personOf(type, asked),
    ...placeOf(type, asked),
    ...questionsOf(type, values, messages),
    asked("guests", {
      label: "Guests",
      help: "Their e-mail addresses, with commas between.",
      control: line("text"),
    }),
    asked("notes", { label: "Notes", control: { kind: "lines" } }),
  ];
}

/** Makes the fields of the questions; hidden ones go along. */
function questionsOf({ questions }: BookedType, values: SentForm, messages: Filled["messages"]): Field[] {
  return questions
    .filter(({ type }) => type !== "hidden")
    .map((question) => {
      const name = `${ANSWER}${question.id}`;
      const filled = { values: values.get(name), error: messages.get(name), isRequired: question.required };
      return { ...questionOf(question, filled), name };
    });
}

/** Answers that nobody sees: the address of the page fills them. */
export function unseenOf({ questions }: BookedType, values: SentForm): Record<string, string> {
  const unseen = questions.filter(({ type }) => type === "hidden").map(({ id }) => `${ANSWER}${id}`);
  return Object.fromEntries(unseen.map((name) => [name, values.get(name)?.[0] ?? ""]));
}

function timesOf(alternatives: readonly string[]): Field[] {
  const options = labelled(alternatives, true).map(({ start, label }) => ({ value: start, label }));
  if (options.length === 0) return [];
  return [{ name: "start", label: "Free times", isRequired: true, control: { kind: "one", options } }];
}

function personOf({ location_type: place }: BookedType, asked: FieldReader): Field[] {
  return [
    asked("name", { label: "Your name", isRequired: true, control: line("text"), autocomplete: "name" }),
    asked("email", {
      label: "E-mail address",
      isRequired: true,
      control: line("email"),
      autocomplete: "email",
    }),
    asked("phone", {
      label: "Telephone number",
      help: "With the country, such as +14155550100.",
      isRequired: place === "phone_outbound",
      control: line("tel"),
      autocomplete: "tel",
    }),
  ];
}

/** Places of which an attendee chooses. */
const CHOICES = ["video", "phone_outbound", "in_person", "attendee_address"];

function placeOf({ location_type: place }: BookedType, asked: FieldReader): Field[] {
  const address = { label: "Address", control: line("text") };
  if (place === "attendee_address") return [asked("location_detail", { ...address, isRequired: true })];
  if (place !== "attendee_choice") return [];
  const options = CHOICES.map((value) => ({ value, label: ways[value] ?? value }));
  return [
    asked("location_type", { label: "Where", isRequired: true, control: { kind: "one", options } }),
    asked("location_detail", { ...address, help: "If you meet at a place." }),
  ];
}

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
