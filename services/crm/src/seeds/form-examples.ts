import type { FormCreate } from "../../gen/rpc.ts";

const DAY_MS = 86_400_000;

/** A form of a small company that asks every kind of question but for a file; anybody may answer it. */
export const formExample: FormCreate & { slug: string } = {
  slug: "workshop-registration",
  title: "Workshop registration",
  description: "Who comes to the workshop, and what they wish for.",
  status: "published",
  fields: [
    { id: "about_you", label: "About you", type: "section" },
    { id: "first_name", label: "First name", type: "short_text", required: true, maps_to: "first_name" },
    { id: "last_name", label: "Last name", type: "short_text", maps_to: "last_name" },
    { id: "email", label: "E-mail address", type: "email", required: true, maps_to: "email" },
    { id: "phone", label: "Telephone", type: "phone", help: "For example +14155550100.", maps_to: "phone" },
    { id: "website", label: "Website", type: "url" },
    { id: "the_day", label: "The day", type: "section" },
    { id: "day", label: "Day", type: "date" },
    { id: "time", label: "Time", type: "time" },
    { id: "guests", label: "How many come", type: "number", min: 1, max: 20 },
    {
      id: "level",
      label: "What you know",
      type: "single_choice",
      options: ["nothing", "something", "a lot"],
    },
    { id: "topics", label: "Topics", type: "multi_choice", options: ["forms", "tables", "agents"], max: 2 },
    { id: "lunch", label: "Lunch", type: "boolean" },
    { id: "mood", label: "How you look forward to it", type: "rating" },
    { id: "wishes", label: "Wishes", type: "long_text", max: 1_000 },
    { id: "campaign", label: "Campaign", type: "hidden", maps_to: "custom.campaign" },
    { id: "terms", label: "I have read the terms", type: "consent", required: true },
  ],
  settings: { single_submission_by: "email", public: true, thanks_text: "See you at the workshop!" },
};

/** Answers of people who do not exist; the day of the workshop is two weeks ahead. */
export function submissionExamples(now: Date): readonly Record<string, unknown>[] {
  const day = new Date(now.getTime() + 14 * DAY_MS).toISOString().slice(0, 10);
  return [
    {
      ...{ first_name: "Mina", last_name: "Okafor", email: "mina.okafor@example.com", phone: "+14155550101" },
      ...{ website: "https://example.com/mina", day, time: "09:30", guests: 2, level: "something" },
      ...{ topics: ["forms", "agents"], lunch: true, mood: 5, wishes: "A seat near the window." },
      ...{ campaign: "autumn", terms: true },
    },
    {
      ...{ first_name: "Jonas", last_name: "Lind", email: "jonas.lind@example.com", day, time: "13:00" },
      ...{ guests: 1, level: "nothing", topics: ["tables"], lunch: false, mood: 3, terms: true },
    },
    { first_name: "Priya", email: "priya.nair@example.com", level: "a lot", mood: 4, terms: true },
  ];
}
