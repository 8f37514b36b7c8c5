import type { NoticePublisher } from "@jst/events";
import {
  addRpcs,
  callOf,
  canBeProposed,
  decide,
  innerCalls,
  InputReader,
  requireReferences,
  type DoorOptions,
  type GrpcServer,
  type InnerCall,
  type RpcDefinition,
  type RpcHandler,
  type WireReply,
} from "@jst/rpc";
import type { CursorCodec } from "@jst/query";
import { descriptor as changesDescriptor, rpcs as changesRpcs } from "../gen/registry.ts";
import type {
  ActiveMembersOf,
  CallerOf,
  DeciderFactsOf,
  Deps,
  MembersOf,
  RulesOf,
  StoredRequests,
  StoredWrite,
} from "./deps.ts";
import { recordToolCall } from "./audit.ts";
import { askedTogether } from "./deciding/together.ts";
import { undoOwnChangeset } from "./changes/undo-changeset.ts";
import { previewing, proposing } from "./proposing.ts";
import type { Resources } from "./resource.ts";
import { judging } from "./rules/judging.ts";

export interface ChangesetOptions {
  /** Name of the service, with which its changeset ids start. */
  service: NoticePublisher;
  resources: Resources;
  callerOf: CallerOf;
  deciderFacts: DeciderFactsOf;
  activeMembers: ActiveMembersOf;
  cursors: CursorCodec;
  membersOf: MembersOf;
  rulesOf: RulesOf;
  requests?: StoredRequests | undefined;
}

/**
 * Registers the rpcs of a service so that its writes can be proposed, and those that decide on proposals and undo.
 * Answers the door with what makes proposals, for rpcs that come in otherwise.
 */
export function addRpcsWithChangesets<Service>(
  server: GrpcServer,
  door: DoorOptions<Service>,
  options: ChangesetOptions,
): DoorOptions<Service> {
  const { service, resources, requests, rulesOf } = options;
  const { database, baseUrl, verifyCaller } = door;
  const writes = new Map(door.rpcs.filter(canBeProposed).map((rpc) => [nameOf(rpc), storedWrite(rpc, door)]));
  const decisions = new Map<string, (call: InnerCall) => Promise<WireReply>>();
  const asked = askedTogether(options);
  const deps: Deps = { ...options, ...asked, verifyCaller, writes, decisions, database, baseUrl };
  const own = { ...door, rpcs: changesRpcs, descriptor: changesDescriptor, deps, judgesReplies: true };
  for (const rpc of changesRpcs.filter(canBeProposed))
    writes.set(nameOf(rpc), storedWrite({ ...rpc, handler: undoOwnChangeset }, own));
  const parts = { service, resources, requests, database, baseUrl };
  const propose = proposing(parts);
  const judge = judging({ resources, rulesOf, database, propose });
  const whole = {
    ...door,
    propose,
    judge,
    preview: previewing({ ...parts, rulesOf }),
    recordCall: recordToolCall,
  };
  addRpcs(server, whole);
  addRpcs<Deps>(server, { ...own, propose, judge });
  for (const rpc of changesRpcs.filter(isDecision)) decisions.set(rpc.method, innerCalls<Deps>(rpc, own));
  return whole;
}

function isDecision({ method }: { method: string }): boolean {
  return method === "ApproveChangeset" || method === "RejectChangeset";
}

function nameOf<Service>({ service, method }: RpcDefinition<Service>): string {
  return `${service}/${method}`;
}

function storedWrite<Service>(rpc: RpcDefinition<Service>, door: DoorOptions<Service>): StoredWrite {
  const handler = rpc.handler as RpcHandler<Record<string, string>, unknown, unknown, Service>;
  const reader = new InputReader(rpc, handler);
  const { resource, action, module, method } = rpc;
  const isUpload = rpc.streamed !== undefined;
  return {
    isUpload,
    operation: method.charAt(0).toLowerCase() + method.slice(1),
    resource,
    action,
    module,
    requireReach: (proposer, { body }) => requireReferences(proposer, rpc.references, body),
    recheck: (input) => reader.recheck(input),
    ...(rpc.request !== null &&
      !isUpload && { edited: (input, body, country) => reader.withBody(input, body, country) }),
    runsAtOnce: (caller, body) =>
      decide(caller, rpc) === "execute" || handler.isNeverProposed?.(body, caller) === true,
    run: (input, facts, writer) => handler(input, callOf(rpc, facts, door, writer)),
  };
}
