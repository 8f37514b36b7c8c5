import { schemas } from "@jst/fleet";
import type { OutboxState, StallReason } from "@jst/events";
import { callOperator, type OperatorRpc, type OperatorTarget } from "./operator.ts";

/** An outbox as its service answers it (protos/service/v1/outbox.proto). */
export interface Outbox extends OutboxState {
  service: string;
}

/** An rpc on the outbox of a schema; the process that relays the outbox answers. */
export function outboxRpc(schema: string, method: string): OperatorRpc {
  const owner = relayOf(schema);
  return { owner, service: "service.v1.Outbox", method, home: "libs/service" };
}

/** Name of the process that relays the outbox of the schema. */
function relayOf(schema: string): string {
  return schemas.find(({ name }) => name === schema)?.relay ?? schema;
}

/** The service's outbox now; throws OperatorError when the service does not answer. */
export async function outboxOf(fleet: OperatorTarget, service: string): Promise<Outbox> {
  const answer = await callOperator(fleet, outboxRpc(service, "GetOutbox"), {});
  return { service, ...answer } as Outbox;
}

/** Meaning of a stall, and its remedy. */
const whatToDo: Readonly<Record<StallReason, (service: string) => string>> = {
  nobody_relays: (service: string) =>
    `no process holds its lease; \`./jst logs ${relayOf(service)}\` says why, \`./jst restart ${relayOf(service)}\` starts one`,
  fault: () => "it goes on by itself once the broker answers; `./jst status` says whether Kafka does",
  older_transaction: () =>
    "a transaction that is older still runs and holds everything back; pg_stat_activity shows it by backend_xid, pg_terminate_backend ends it",
  slow: () => "the broker takes events too slowly; look at its disk and its load",
};

/** One sentence about an outbox that is stalled; undefined about one that works. */
export function stallOf(outbox: Outbox): string | undefined {
  const { service, reason, fault, unsent, oldest_unsent_age: ageS } = outbox;
  if (reason === null) return undefined;
  const waiting =
    unsent === 0 ? "nothing waits yet" : `${unsent} events wait, the oldest for ${lasting(ageS)}`;
  const why = fault === null ? "" : ` (${fault})`;
  return `${waiting}${why}; ${whatToDo[reason](service)}`;
}

/** Seconds as people say them. */
export function lasting(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}
