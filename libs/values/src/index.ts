/** The one place where a text that a person wrote becomes a value, and a value becomes a text. */
export { readChoice, readTruth, type Choice } from "./choice.ts";
export { composed, composedTexts, showsSomething } from "./composed.ts";
export { readDate, shownDate, type DateOrder } from "./date.ts";
export { decimalOf, shifted } from "./digits.ts";
export { readDuration, shownDuration } from "./duration.ts";
export { readInstant, shownInstant } from "./instant.ts";
export { read, shown, type Context, type Kind } from "./kinds.ts";
export { latinWords } from "./latin-words.ts";
export { cutSlug, slugOf } from "./slug.ts";
export { keptBreaks } from "./line-breaks.ts";
export { digitsOf, readMoney, shownMoney } from "./money.ts";
export {
  isExactNumber,
  readDecimal,
  readInteger,
  readNumber,
  readPercent,
  shownNumber,
  shownPercent,
} from "./number.ts";
export { fits, misfit, type Fault, type Reading } from "./reading.ts";
export { readWebAddress } from "./web-address.ts";
export { dayIn, startOfDay } from "./zone.ts";
export { freeTitle } from "./free-title.ts";
