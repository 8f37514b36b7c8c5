/** The standard process: settings, doors, health, an orderly end. */
export { brokersOf, type BrokersConfig } from "./brokers.ts";
export { grpcDoor, type GrpcDoor } from "./grpc-door.ts";
export { startHourly } from "./hourly.ts";
export { descriptor as outboxDescriptor, rpcs as outboxRpcs } from "../gen/registry.ts";
export { outboxDeps } from "./mount-outbox.ts";
export { startOperations, type Readiness } from "./operations.ts";
export { runMain, type RunningProcess } from "./run-main.ts";
export { httpSettings, processSettings, relaySettings, rpcSettings, shutdownGraceMs } from "./settings.ts";
export { startProcess, type Door, type ProcessOptions } from "./start-process.ts";
export {
  startService,
  type ChangesConfig,
  type HttpConfig,
  type RelayConfig,
  type RpcConfig,
  type ServiceOptions,
  type ServicePeers,
} from "./start-service.ts";
export { startFacts } from "./fact-consumer.ts";
