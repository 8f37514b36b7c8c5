/** Questions that a team asks and the answers to them: one check for forms, bookings and whatever else asks. */
export { isEmptyAnswer, readAnswers, type Answers } from "./answers.ts";
export { normaliseFields, requirePatterns } from "./definition.ts";
export type { AskedField, FieldType, NewAskedField } from "./field.ts";
export { fieldTypes } from "./field-types.ts";
export { questionOf } from "./questions.ts";
export { sentAnswers } from "./sent-answers.ts";
