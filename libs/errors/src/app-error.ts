import { statusOf, type ErrorCode } from "./catalogue.ts";

/** One field of a request that is not valid. `field` is a dotted path such as `data.email`. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
  /** Line of a text that has lines. */
  line?: number;
  /** Character of that line, from 1. */
  column?: number;
}

/** Fields that one refusal lists at most (ADR 5): it stays small whatever was sent. */
export const ERRORS_MAX = 100;

/** Fields that the sentence of one refusal names at most. */
const NAMED_MAX = 5;

/** Parts of an AppError besides its code and detail. */
export interface AppErrorOptions {
  /** All fields that are not valid at once; the first of them are listed. */
  errors?: FieldError[];
  /** Extension members of the problem document, as the catalogue (errors.members) lists them. */
  extension?: Record<string, unknown>;
  /** Response headers, such as Allow or Retry-After. */
  headers?: Record<string, string>;
  /** Kept for the log; never rendered. */
  cause?: unknown;
}

/**
 * A refusal with a stable code. `detail` is one sentence that names the fix and is safe to show: it holds no
 * SQL, stack, token or personal data.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly extension: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = options.errors?.slice(0, ERRORS_MAX);
    this.extension = options.extension ?? {};
    this.headers = options.headers ?? {};
  }

  /** HTTP status of the code. */
  get status(): number {
    return statusOf(this.code);
  }
}

/** Makes the 422 that names the first fields that are not valid, and lists them with their messages. */
export function validationFailed(errors: FieldError[]): AppError {
  return new AppError("validation_failed", summaryOf(errors), { errors });
}

function summaryOf(errors: readonly FieldError[]): string {
  const names = [...new Set(errors.map(({ field }) => field.slice(0, 80)))].filter((name) => name !== "");
  const rest = names.length - NAMED_MAX;
  const named = names.slice(0, NAMED_MAX).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  const listed =
    errors.length > ERRORS_MAX
      ? `errors lists the first ${ERRORS_MAX} of ${errors.length} faults`
      : "See errors";
  const what = names.length === 0 ? "The body is" : names.length === 1 ? "This field is" : "These fields are";
  return `${what} not valid${named === "" ? "" : `: ${named}`}. ${listed}.`;
}

/**
 * The one 404 for absent, foreign, malformed and module-gated resources: it is identical to the letter
 * (errors.not-found).
 */
export function notFound(): AppError {
  return new AppError(
    "not_found",
    "This item does not exist, or you do not have access to it. Check the id.",
  );
}

/** The error itself when it is one of ours; everything else shows nothing of itself and is kept as the cause. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError(
    "internal_error",
    "Something failed on our side. Try again; if it fails again, report the request_id.",
    {
      cause: thrown,
    },
  );
}

/** The 403 of a token whose scopes lack the resource and action; "*" asks for full team access. */
export function insufficientScope(resource: string, action: string): AppError {
  const required = `${resource}:${action}`;
  const extension = { required_scope: required };
  return resource === "*"
    ? new AppError(
        "wildcard_required",
        `This needs a token with full access to the team, which is the scope ${required}. Use such a token, or ask an owner or admin.`,
        { extension },
      )
    : new AppError(
        "insufficient_scope",
        `The token lacks the scope ${required}. Use a token with this scope.`,
        { extension },
      );
}

/** Makes the 403 of a session whose sign-in is not fresh; `methods` are the ways to prove the member once more. */
export function stepUpRequired(methods: readonly string[]): AppError {
  const detail = "Your last sign-in is older than ten minutes. Sign in again, and repeat the request.";
  return new AppError("step_up_required", detail, { extension: { methods } });
}

/** Makes the 403 of a session without a passkey in the last ten minutes, where one is needed (passkeys.trust). */
export function passkeyRequired(hasPasskey: boolean): AppError {
  const detail = hasPasskey
    ? "This needs a passkey that you used in the last ten minutes. Use your passkey, and repeat the request."
    : "This needs a passkey, and you have none. Add one under Account after a fresh sign-in, use it, and repeat the request.";
  return new AppError("step_up_required", detail, { extension: { methods: hasPasskey ? ["passkey"] : [] } });
}

/** Makes the refusal of a module that is off (errors.module-off): a 403 that names it, or the plain 404. */
export function moduleOff(module: string): AppError {
  const enable = `Ask an owner or admin to turn it on (the setting modules.${module}.enabled).`;
  switch (module) {
    case "extension.tools":
      return new AppError("module_disabled", `Extension tools are off for this team. ${enable}`);
    case "commerce":
      return new AppError("commerce_disabled", `Commerce is off for this team. ${enable}`);
    case "mcp_actions":
      return new AppError("mcp_actions_disabled", `The actions server is off for this team. ${enable}`);
    case "agent_connect":
      return new AppError("agent_connect_disabled", `Connected apps are off for this team. ${enable}`);
    default:
      return notFound();
  }
}
