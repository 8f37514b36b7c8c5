/** What the fleet must know of a service to start it. */
export interface ServiceDeclaration {
  name: string;
  /** What it listens on besides its operations listener. */
  doors: readonly ("grpc" | "http")[];
  /** Services it calls over gRPC: `data` is given as DATA_GRPC. */
  calls?: readonly string[];
  /** Also gets the signing key, the roles auth_lookup and auth_audit, and Redis. */
  isIssuer?: boolean;
  /** Carries its events to the broker, for which it also gets the relay role. */
  hasOutbox?: boolean;
  /** Also gets the keys of endpoint secrets and leave to post to loopback. */
  isDispatcher?: boolean;
}

/** Every service of the fleet, in the order of its ports. A new service is one line here. */
export const services: readonly ServiceDeclaration[] = [
  { name: "auth", doors: ["grpc"], isIssuer: true, hasOutbox: true },
  { name: "data", doors: ["grpc"], calls: ["auth", "crm"], hasOutbox: true },
  { name: "crm", doors: ["grpc"], calls: ["auth"], hasOutbox: true },
  { name: "agent", doors: ["grpc", "http"], calls: ["auth", "data", "crm", "webhooks"] },
  { name: "webhooks", doors: ["grpc"], calls: ["auth"], hasOutbox: true, isDispatcher: true },
];
