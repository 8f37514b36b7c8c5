import type { Schemas } from "../api.ts";

export const FORMS = {
  kind: "Form",
  none: "There are no forms yet. Create one, add questions, and publish it.",
  opens: "New form",
  does: "Create form",
  columns: { title: "Title", state: "State", responses: "Responses", changed: "Changed" },
  fields: { title: "Title", description: "Description", status: "State" },
  states: { draft: "draft", published: "published", closed: "closed", archived: "archived" },
  filledIn: "People fill it in at",
  itsPage: "its page",
  responses: "Responses",
  noResponses: "There are no responses yet.",
  answered: "Answered",
  theForm: "The form",
  editTitle: "Edit title and description",
  builder: "Questions",
  publish: { opens: "Publish" },
  close: { opens: "Close" },
  archive: { opens: "Archive" },
} as const;

export const RESPONSES = {
  removed: (id: string) => `${id}, removed`,
  nth: (label: string, n: number) => `${label} (${n})`,
} as const;

export const BUILDER = {
  empty: "The form has no questions yet. Add the first one.",
  field: (n: number) => `Question ${n}`,
  label: "Question",
  type: "Type of answer",
  required: "Must be answered",
  options: "Choices",
  one: (n: number) => `question ${n}`,
  add: "Add a question",
  save: "Save the questions",
  saved: "The questions are saved.",
  reload: "Discard my changes",
} as const;

/** Types of answers. */
export const FIELD_TYPES: Readonly<Record<Schemas["FormField"]["type"], string>> = {
  short_text: "short text",
  long_text: "long text",
  email: "e-mail address",
  phone: "phone number",
  number: "number",
  date: "date",
  time: "time",
  boolean: "yes or no",
  single_choice: "one choice",
  multi_choice: "several choices",
  rating: "rating",
  file: "file",
  url: "web address",
  consent: "consent",
  hidden: "hidden",
  section: "heading",
};
