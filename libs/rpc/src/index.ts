/** The one door of every domain service: the reader of a request, the gate, the validator, the shape of a reply. */
export type { Access, AccessLog, AccessRecord, CallEnd } from "./access-log.ts";
export type {
  Subject,
  WriteAs,
  Call,
  Input,
  InternalCall,
  InternalRpcHandler,
  OpenCall,
  OpenRpcHandler,
  ProposedSet,
  Reply,
  RpcDefinition,
  RpcHandler,
  SentBytes,
} from "./handler.ts";
export { checkedReason, encodedReason, readReason, REASON_HEADER } from "./change-reason.ts";
export { callOf, hopOf, type CallFacts, type Writer } from "./call.ts";
export {
  canBeProposed,
  decide,
  judgedType,
  matrix,
  refusalOf,
  type Decision,
  type GatedCall,
  type Refusal,
  type Trust,
} from "./decide.ts";
export { argumentMessage } from "./argument-fault.ts";
export { nearestName } from "./nearest-name.ts";
export { exampleBy } from "./wanted.ts";
export { compileSchemas, Validator, type JsonSchema } from "./validator.ts";
export { isUuid, requireJson, Incoming } from "./incoming.ts";
export { InternalRefusal } from "./internal-client.ts";
export { openPeers, type PeerContract, type PeerRpc, type PeersConfig } from "./peers.ts";
export { hopWithin, type Hop } from "./hop.ts";
export { addHealth, type Health } from "./grpc/health.ts";
export {
  shapeOf,
  withFileParameters,
  type ColumnFacts,
  type FileShape,
  type ListFacts,
} from "./files/facts.ts";
export { fileReply } from "./files/file-reply.ts";
export { readForm } from "./files/file-request.ts";
export type { Page } from "./files/page.ts";
export { exportEntry, unrecordedExport } from "./files/record-export.ts";
export { beginFile, FILE_MS, once, STALL_MS } from "./files/slots.ts";
export type { ExportEntry, RecordExport } from "./files/export-entry.ts";
export { framed, type GrpcCall } from "./grpc/call.ts";
export { digestOf } from "./digest.ts";
export { GrpcServer } from "./grpc/server.ts";
export { GrpcFault, GrpcStatus } from "./grpc/status.ts";
export { bytesField, Fields, lengthPrefix, numberField } from "./grpc/wire.ts";
export {
  CALL_HEADER,
  callJson,
  encodedCall,
  CHANGED_HEADER,
  encodedChanged,
  readChanged,
  RECORDED_HEADER,
  type MadeCall,
  type RecordCall,
} from "./made-call.ts";
export { countCall } from "./metrics.ts";
export { platformContext } from "./platform-context.ts";
export {
  PREVIEW_HEADER,
  ProposalNeeded,
  type Preview,
  type PreviewedCall,
  type JudgedCall,
  type JudgeWrite,
  type Propose,
  type ProposedCall,
} from "./proposals.ts";
export { readQuery } from "./query-string.ts";
export { composeMembers, InputReader, type AnyInput } from "./read-input.ts";
export { requireReferences, type BodyReference } from "./references.ts";
export type { DoorOptions, Answer } from "./door.ts";
export { CALLER_LEFT, recordedStatus } from "./recorder.ts";
export { addRpcs, answerOf, innerCalls, type InnerCall } from "./server.ts";
export type { AnsweredCall, WireReply } from "./outgoing.ts";
export type { WireRequest } from "./wire-request.ts";
export { ServiceClient } from "./service-client.ts";
export {
  Upstreams,
  type CalledRpc,
  type UpstreamCall,
  type UpstreamReply,
  type UpstreamsOptions,
} from "./upstreams.ts";
export { JSON_DEPTH_MAX, parseJson, parseStrictJson, strictFaults } from "./strict-json.ts";
export { channelCredentials, serverName, serverTls, watchExpiry } from "./tls.ts";
