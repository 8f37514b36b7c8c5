import { relaying } from "@jst/fleet";
import { callOperator, type OperatorRpc, type OperatorTarget } from "../operator.ts";
import { lasting, outboxOf, stallOf, type Outbox } from "../outboxes.ts";
import { allTeams } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";

/** Reply of webhooks about its backlog (protos/webhooks/v1/operator.proto). */
interface Backlog {
  pending: number;
  due: number;
  oldest_due_age: number;
  endpoints: EndpointBacklog[];
  topics: { topic: string; lag: number }[];
  fault: string | null;
}

interface EndpointBacklog {
  team_id: string;
  endpoint_id: string;
  enabled: boolean;
  dead: boolean;
  pending: number;
  due: number;
  failed: number;
  last_status_code: number | null;
}

/** The way of events from the outboxes to the endpoints; exit code 1 when a part of it stands still. */
export const eventsStatus: Command = {
  name: "events status",
  usage: "",
  summary:
    "Says how events flow: each relay and what keeps it, how far behind the intake is, what waits for which endpoint, and which are dead.",
  words: [0, 0],
  isForClusters: true,
  async run(context) {
    const [outboxes, backlog, slugs] = await withOperator(context, (fleet) =>
      Promise.all([
        Promise.all(relaying.map((service) => outboxOf(fleet, service))),
        backlogOf(fleet),
        slugsOf(fleet),
      ]),
    );
    const endpoints = backlog.endpoints.map((one) => ({ team: slugs.get(one.team_id) ?? null, ...one }));
    const isFlowing = backlog.fault === null && outboxes.every(({ state }) => state === "working");
    const lines = [
      ...outboxes.map(outboxLine),
      ...intakeLines(backlog),
      backlogLine(backlog),
      ...endpoints.map(endpointLine),
    ];
    const json = { flowing: isFlowing, outboxes, webhooks: { ...backlog, endpoints } };
    return { json, text: lines.join("\n"), exitCode: isFlowing ? 0 : 1 };
  },
};

/** An internal rpc of webhooks. */
export function webhooksRpc(method: string): OperatorRpc {
  return { owner: "webhooks", service: "webhooks.v1.Operator", method };
}

async function backlogOf(fleet: OperatorTarget): Promise<Backlog> {
  return (await callOperator(fleet, webhooksRpc("GetBacklog"), {})) as unknown as Backlog;
}

async function slugsOf(fleet: OperatorTarget): Promise<Map<string, string>> {
  return new Map([...(await allTeams(fleet))].map(([slug, id]) => [id, slug]));
}

function outboxLine(outbox: Outbox): string {
  const { service, relaying: isRelaying, unsent, oldest_unsent_age: ageS, replay_from: from } = outbox;
  const waiting = unsent === 0 ? "all sent" : `${unsent} unsent, the oldest for ${lasting(ageS)}`;
  const doing = isRelaying ? "relays" : "no process relays now";
  const replay = from === null ? "" : `, asked to go back to ${from}`;
  const stall = stallOf(outbox);
  return `outbox    ${service.padEnd(8)}  ${stall === undefined ? `${doing}, ${waiting}${replay}` : `STALLED: ${stall}`}`;
}

function intakeLines({ topics, fault }: Backlog): string[] {
  if (fault !== null) return [`intake    webhooks  UNKNOWN: the broker does not answer (${fault})`];
  return topics.map(({ topic, lag }) => `intake    webhooks  ${lag} events of ${topic} to take`);
}

function backlogLine({ pending, due, oldest_due_age: ageS }: Backlog): string {
  const oldest = due === 0 ? "" : `, the oldest for ${lasting(ageS)}`;
  return `backlog   webhooks  ${pending} deliveries pending, ${due} of them due${oldest}`;
}

function endpointLine(endpoint: EndpointBacklog & { team: string | null }): string {
  const { team, team_id: teamId, endpoint_id: id, enabled, dead, pending, due, failed } = endpoint;
  const status = endpoint.last_status_code ?? "no answer";
  const what = dead ? `DEAD (${status})` : enabled ? "alive" : "disabled";
  return `endpoint  ${team ?? teamId}  ${id}  ${what}, ${pending} pending, ${due} due, ${failed} failed in 24 h`;
}
