import { storableText, uuidv7 } from "@jst/db";
import { AppError } from "@jst/errors";
import { isUuid, type Access, type AccessLog, type AccessRecord, type CallEnd, type Subject } from "@jst/rpc";
import type { AccessWriter, NewEntry } from "./access-writer.ts";

const PURPOSE_HEADER = "x-purpose-of-use";
const PURPOSE = /^[A-Za-z0-9_.:-]{1,64}$/;
/** Characters of a User-Agent that are kept. */
const AGENT_MAX = 256;

/** The record of every call that reaches emr (clinical.audit). */
export function accessLog(writer: AccessWriter): AccessLog {
  return {
    open: async (access) => {
      await writer.ready().catch(refuse);
      return new Look(access, writer);
    },
  };
}

function refuse(cause: unknown): never {
  throw new AppError(
    "unavailable",
    "This request could not be written to the access log, so it was not done. Try again.",
    { cause },
  );
}

class Look implements AccessRecord {
  readonly fault: AppError | undefined;
  readonly #access: Access;
  readonly #writer: AccessWriter;
  readonly #purpose: string | null;
  #subject: Subject = {};

  constructor(access: Access, writer: AccessWriter) {
    this.#access = access;
    this.#writer = writer;
    const purpose = access.header(PURPOSE_HEADER);
    const isGood = purpose === undefined || PURPOSE.test(purpose);
    this.#purpose = isGood ? (purpose ?? null) : null;
    this.fault = isGood ? undefined : badPurpose();
  }

  concerns(subject: Subject): void {
    this.#subject = { ...this.#subject, ...subject };
  }

  async close(ended: CallEnd): Promise<void> {
    await this.#writer.append(this.#entry(ended)).catch(refuse);
  }

  #entry({ status, refusal }: CallEnd): NewEntry {
    const { rpc, caller, path, requestId, header } = this.#access;
    const patient = idIn(path["patient_id"]);
    const contact = this.#subject.contactId?.toLowerCase() ?? null;
    const now = new Date();
    return {
      team_id: caller.team_id,
      id: uuidv7(now.getTime()),
      created_at: now.toISOString(),
      actor_type: caller.token_type,
      actor_id: caller.member_id ?? caller.token_id,
      token_id: caller.token_id,
      action: this.#subject.action ?? actionOf(rpc),
      // Decisions here are about wellness: nobody writes charts.
      resource: rpc.resource === "emr" ? "emr" : "wellness",
      resource_id: patient ?? contact,
      outcome: outcomeOf(status),
      code: refusal?.code ?? null,
      request_id: storableText(requestId),
      patient_id: patient,
      contact_id: contact,
      route: rpc.route ?? `${rpc.service}/${rpc.method}`,
      status,
      ip: textIn(header("x-forwarded-for")),
      user_agent: textIn(header("user-agent")),
      purpose_of_use: this.#purpose,
    };
  }
}

function badPurpose(): AppError {
  const message = "Must be 1 to 64 letters A to Z or a to z, digits, and _ . : -";
  const errors = [{ field: "X-Purpose-Of-Use", code: "invalid_parameter", message }];
  return new AppError(
    "invalid_parameter",
    "The header X-Purpose-Of-Use is not valid. Send 1 to 64 letters, digits, and _ . : -",
    { errors },
  );
}

function idIn(value: string | undefined): string | null {
  return value !== undefined && isUuid(value) ? value.toLowerCase() : null;
}

/** Returns a header without characters that a log cannot show. */
function textIn(value: string | undefined): string | null {
  const text = storableText((value ?? "").replace(/[\u0000-\u001f\u007f-\u009f]/g, "")).slice(0, AGENT_MAX);
  return text === "" ? null : text.toWellFormed();
}

function actionOf({ method, action }: Access["rpc"]): string {
  if (action === "write" || method === "ApproveChangeset") return "create";
  return /^List(?:Patients|WellnessConsents|Observations)$/.test(method) ? "search" : "read";
}

function outcomeOf(status: number): NewEntry["outcome"] {
  if (status < 400) return "success";
  if (status === 404) return "not_found";
  return status === 403 ? "denied" : "failed";
}
