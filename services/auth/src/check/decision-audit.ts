import type { SystemDatabase } from "@jst/db";
import { AppError } from "@jst/errors";
import { auditStatement, type AuditOutcome } from "@jst/events";
import { isUuid } from "@jst/rpc";
import type { CheckRequest } from "./check-request.ts";
import { principalOf, sponsorIdOf, type KnownToken } from "./known-token.ts";
import type { RouteFacts } from "./route-facts.ts";

/** Resources of which a refusal is on record too (operation.audit). */
const guarded: readonly string[] = ["emr", "wellness", "vault"];
/** The gateway gives one try of Check half a second. */
const WRITE_MS = 500;
const MINUTE_MS = 60_000;

/** Outcome of a request with a known token: "allowed", or the code of the refusal. */
export interface Verdict {
  token: KnownToken;
  route: RouteFacts;
  code: string;
}

/**
 * Records the decisions that must be on record, before the request is answered (ADR 20): every request of an
 * emergency token, and every refusal on guarded resources. All others cost nothing.
 */
export class DecisionAudit {
  readonly #database: Pick<SystemDatabase, "query">;
  readonly #now: () => number;
  #minute = 0;
  #limited = new Set<string>();

  constructor(database: Pick<SystemDatabase, "query">, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** Resolves once what must be on record is; rejects when it cannot be, and then nobody may pass. */
  async record(verdict: Verdict, request: CheckRequest): Promise<void> {
    if (!mustRecord(verdict) || this.#isRepeated(verdict)) return;
    const { stored } = verdict.token;
    const actor = {
      teamId: stored.team_id,
      actorType: stored.type,
      actorId: stored.app === null ? (stored.member_id ?? stored.id) : principalOf(verdict.token),
      tokenId: principalOf(verdict.token),
      sponsorId: sponsorIdOf(verdict.token),
      requestId: request.requestId ?? "",
      traceparent: request.traceparent,
    };
    const isAllowed = verdict.code === "allowed";
    const entry = {
      action: "request",
      resource: verdict.route.resource === "" ? "any" : verdict.route.resource,
      resourceId: null,
      outcome: outcomeOf(verdict.code),
      changesetId: null,
      patientId: patientIn(request.target, verdict.route.patientAt),
      ...(isAllowed ? {} : { code: verdict.code }),
    };
    const statement = auditStatement(actor, entry, new Date(this.#now()));
    try {
      await this.#database.query(statement, WRITE_MS);
      if (verdict.code === "rate_limited") this.#limited.add(stored.id);
    } catch (cause) {
      throw new AppError(
        "unavailable",
        "This request could not be written to the audit log, so it was not done. Try again.",
        { cause },
      );
    }
  }

  /** Tells whether the refusal is already on record: a client over its limit is recorded once a minute. */
  #isRepeated({ token, code }: Verdict): boolean {
    if (code !== "rate_limited") return false;
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) this.#limited = new Set();
    this.#minute = minute;
    return this.#limited.has(token.stored.id);
  }
}

function mustRecord({ token, route, code }: Verdict): boolean {
  return token.stored.type === "break_glass" || (code !== "allowed" && guarded.includes(route.resource));
}

/** Reads the patient at this place of a path, if it is an id. */
function patientIn(target: string, place: number | undefined): string | undefined {
  if (place === undefined) return undefined;
  const segment = target.split(/[?#]/, 1)[0]?.split("/")[place] ?? "";
  return isUuid(segment) ? segment.toLowerCase() : undefined;
}

function outcomeOf(code: string): AuditOutcome {
  if (code === "allowed") return "allowed";
  if (code === "not_found" || code === "route_not_found") return "not_found";
  return code === "method_not_allowed" ? "failed" : "denied";
}
