// Parts of kafkajs 2.2.4 that broker.ts repairs; its own types do not cover them.
declare module "kafkajs/src/network/requestQueue/index.js" {
  /** Requests of one connection to a broker. */
  class RequestQueue {
    pending: readonly unknown[];
    /** Milliseconds of Unix time; -1 when the broker has never asked to slow down. */
    throttledUntil: number;
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}
