import { requireCallerRight, requireModuleOn } from "@jst/caller";
import { AppError, type ErrorCode, type FieldError } from "@jst/errors";
import { CALL_HEADER, encodedCall, type MadeCall } from "@jst/rpc";
import type { ImportedData, ImportRow } from "../../gen/rpc.ts";
import { steps } from "../../gen/tools.ts";
import { headersOf } from "../tools/call-headers.ts";
import type { Step } from "../tools/tool.ts";
import type { CallContext } from "../tools/tool-call.ts";
import type { UpstreamReply, Upstreams } from "../tools/upstreams.ts";

/** Rpcs of the imports of a service. */
interface Routes {
  /** Name of the id in their paths. */
  id: string;
  create: Step;
  get: Step;
  remove: Step;
  check: Step;
  run: Step;
  cancel: Step;
  rows: Step;
}

const ofTables: Routes = {
  id: "import_id",
  create: steps["data.v1.Imports/CreateImport"],
  get: steps["data.v1.Imports/GetImport"],
  remove: steps["data.v1.Imports/DeleteImport"],
  check: steps["data.v1.Imports/CheckImport"],
  run: steps["data.v1.Imports/RunImport"],
  cancel: steps["data.v1.Imports/CancelImport"],
  rows: steps["data.v1.Imports/ListImportRows"],
};

const ofContacts: Routes = {
  id: "contact_import_id",
  create: steps["crm.v1.ContactImports/CreateContactImport"],
  get: steps["crm.v1.ContactImports/GetContactImport"],
  remove: steps["crm.v1.ContactImports/DeleteContactImport"],
  check: steps["crm.v1.ContactImports/CheckContactImport"],
  run: steps["crm.v1.ContactImports/RunContactImport"],
  cancel: steps["crm.v1.ContactImports/CancelContactImport"],
  rows: steps["crm.v1.ContactImports/ListContactImportRows"],
};

/** An import as its routes show it. */
export type ShownImport = Omit<ImportedData, "rows"> & { started_at: string | null };

/** Headers of a step beside those of the caller. */
interface StepHeaders {
  key?: string | undefined;
  call?: MadeCall | undefined;
}

/** Time for the removal of an import, which the caller does not wait for. */
const REMOVING_MS = 5_000;
const NEVER = new AbortController().signal;

/** Input of a step. */
interface StepInput {
  id?: string;
  query?: Readonly<Record<string, string>>;
  body?: object;
  headers?: StepHeaders;
  /** Time of a step that goes on without its caller. */
  left?: Pick<CallContext, "departure" | "deadline">;
}

/** Refusal of a step. */
export class StepRefused extends AppError {}

/** Routes of imports of one kind, called for the caller of a tool. Each rejects with StepRefused if it is refused. */
export class ImportSteps {
  readonly #upstreams: Upstreams;
  readonly #routes: Routes;
  readonly #context: CallContext;

  /** Throws 403 and 404 as the routes do for a caller without their scope or module. */
  constructor(upstreams: Upstreams, kind: string, context: CallContext) {
    this.#upstreams = upstreams;
    this.#routes = kind === "contacts" ? ofContacts : ofTables;
    this.#context = context;
    const { scope, module } = this.#routes.create;
    requireCallerRight(context.caller, scope.resource, scope.action);
    requireModuleOn(context.caller.team.modules, module);
  }

  /** Brings the source; `isReplay` marks the reply of an earlier call with the key. */
  async create(body: object, key: string | undefined): Promise<{ made: ShownImport; isReplay: boolean }> {
    const reply = await this.#call(this.#routes.create, { body, headers: { key } });
    return { made: readImport(reply), isReplay: reply.header("idempotency-replayed") === "true" };
  }

  async get(id: string): Promise<ShownImport> {
    return readImport(await this.#call(this.#routes.get, { id }));
  }

  async check(id: string): Promise<ShownImport> {
    return readImport(await this.#call(this.#routes.check, { id }));
  }

  /** Runs the import, and puts the call on record with it; the reply is that of the route. */
  run(id: string, body: object, headers: StepHeaders): Promise<UpstreamReply> {
    return this.#call(this.#routes.run, { id, body, headers });
  }

  async rows(id: string, query: Readonly<Record<string, string>>): Promise<ImportRow[]> {
    const reply = await this.#call(this.#routes.rows, { id, query });
    return (JSON.parse(reply.body.toString()) as { rows: ImportRow[] }).rows;
  }

  /** Removes an import that has written nothing, also for a caller that has gone away; work on it is cancelled. */
  async remove(id: string): Promise<void> {
    const left = { departure: NEVER, deadline: Date.now() + REMOVING_MS };
    try {
      await this.#call(this.#routes.remove, { id, left });
    } catch (error) {
      if (!(error instanceof StepRefused) || error.code !== "invalid_state_transition") throw error;
      await this.#call(this.#routes.cancel, { id, left });
      await this.#call(this.#routes.remove, { id, left });
    }
  }

  async #call(
    step: Step,
    { id, query, body, headers: { key, call } = {}, left }: StepInput,
  ): Promise<UpstreamReply> {
    const { rpc } = step;
    const context = { ...this.#context, ...left, idempotencyKey: key };
    const path = id === undefined ? {} : { [this.#routes.id]: id };
    const target = rpc.path.replace(/\{\w+\}/, id ?? "");
    const asked = query === undefined ? target : `${target}?${new URLSearchParams(query).toString()}`;
    const headers = headersOf({}, asked, context);
    if (call !== undefined) headers[CALL_HEADER] = encodedCall(call);
    const { departure } = context;
    const deadline = Math.min(context.deadline, Date.now() + rpc.timeoutMs);
    const text = rpc.hasBody ? JSON.stringify(body ?? {}) : undefined;
    const reply = await this.#upstreams.call(step, { path, body: text, headers, deadline, departure });
    if (reply.status >= 400) throw refusalOf(reply);
    return reply;
  }
}

export const readImport = ({ body }: UpstreamReply): ShownImport =>
  JSON.parse(body.toString()) as ShownImport;

/** Members of a problem document that every refusal has. */
const OWN: readonly string[] = [
  "type",
  "title",
  "status",
  "code",
  "detail",
  "instance",
  "request_id",
  "trace_id",
  "errors",
];

/** Reads the problem document of a step. */
export function refusalOf({ body }: Pick<UpstreamReply, "body">): StepRefused {
  const problem = JSON.parse(body.toString()) as Readonly<Record<string, unknown>> & {
    code: ErrorCode;
    detail: string;
    errors?: FieldError[];
  };
  const extension = Object.fromEntries(Object.entries(problem).filter(([name]) => !OWN.includes(name)));
  return new StepRefused(problem.code, problem.detail, {
    extension,
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  });
}
