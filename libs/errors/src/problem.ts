import type { AppError, FieldError } from "./app-error.ts";
import { titleOf } from "./catalogue.ts";

/** Media type of every error body (RFC 9457). */
export const PROBLEM_CONTENT_TYPE = "application/problem+json";

/** Where and when an error happened. */
export interface ProblemContext {
  /** Public base URL; `type` is `<baseUrl>/errors/<code>`. */
  baseUrl: string;
  requestId: string;
  /** 32 hex digits of the trace, when the request carried one. */
  traceId?: string | undefined;
}

/** Problem document (errors.shape). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  trace_id?: string;
  errors?: FieldError[];
  [extension: string]: unknown;
}

/** Renders an error as the platform's one problem document. */
export function problemOf(error: AppError, context: ProblemContext): Problem {
  return {
    type: `${context.baseUrl}/errors/${error.code}`,
    title: titleOf(error.code),
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id: context.requestId,
    ...(context.traceId === undefined ? {} : { trace_id: context.traceId }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    ...error.extension,
  };
}
