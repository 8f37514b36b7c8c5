/** A way into a service besides its operations listener; `http` is express. */
export type Door = "grpc" | "http";

/** Facts about a service that the rest of the platform needs without its code. */
export interface Service {
  /**
   * One lower-case word. Also the name of its folder, and of its schema and its runtime role where it keeps data.
   */
  name: string;
  /**
   * Present on a further workload of a package: the service whose folder, image and schema it shares. Its program is
   * `src/<name>-main.ts`, its settings are in `src/<name>-config.ts`.
   */
  package?: string;
  /** Doors that it listens on. */
  doors: readonly Door[];
  /** Services it calls over gRPC. Its config.ts reads the address of data as DATA_GRPC. */
  calls: readonly string[];
  /** Present where it keeps data: it has a schema, migrations and database roles. */
  schema?: {
    /**
     * Roles beside the owner, the runtime role and the relay; each gets its tables by the service's own migrations. A
     * `worker` of data is the role data_worker, and config.ts reads its connection as WORKER_DATABASE_URL.
     */
    readers?: readonly string[];
    /**
     * Present where a relay carries its outbox to the broker, as the role <service>_relay: entries of the audit log
     * alone, or domain events too, which webhooks delivers.
     */
    outbox?: "audit" | "events";
    /** Workload of the package that runs the relay, where it is not this one. */
    relay?: string;
  };
  /** Signs callers: it gets the signing key of callers. */
  isIssuer?: boolean;
  /** Counts in Redis: it gets its address. */
  hasRedis?: boolean;
  /** Signs heads of the audit log: it gets the file of them. */
  keepsAuditHeads?: boolean;
  /** Reaches the internet for teams: it gets the keys of their sealed secrets. */
  isDispatcher?: boolean;
  /** Has pages whose addresses are secret: it gets the keys that these follow from. */
  hasSecretPages?: boolean;
  /** Keeps the bytes of files: it gets the address of their store. */
  hasFiles?: boolean;
}
