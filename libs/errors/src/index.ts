/** Errors are values with a stable code (errors.codes). */
export {
  AppError,
  asAppError,
  ERRORS_MAX,
  insufficientScope,
  moduleOff,
  notFound,
  passkeyRequired,
  stepUpRequired,
  validationFailed,
  type AppErrorOptions,
  type FieldError,
} from "./app-error.ts";
export {
  approvalEffectOf,
  catalogue,
  statusOf,
  titleOf,
  type ApprovalEffect,
  type ErrorCode,
} from "./catalogue.ts";
export { isErrorCode, meaningOf } from "./meanings.ts";
export { toolHintOf, type NextCall, type ToolHint } from "./tool-hints.ts";
export { PROBLEM_CONTENT_TYPE, problemOf, type Problem, type ProblemContext } from "./problem.ts";
export { EXACT_DIGITS, isRoundedInteger } from "./rounded-integer.ts";
export { jsonRpcCodeOf } from "./json-rpc-code.ts";
export { toldNames } from "./told-names.ts";
export { invalidTransition, requireTransition, type Transition } from "./transition.ts";
