import RequestQueue from "kafkajs/src/network/requestQueue/index.js";

let isMended = false;

/**
 * Ends a loop of kafkajs 2.2.4: each connection looks every millisecond for requests that wait, also when there is none
 * and none can come without a look of its own (tulios/kafkajs 1704, 1751). It cost 2 % of a core in every idle process.
 */
export function quietKafkajs(): void {
  if (isMended) return;
  isMended = true;
  const { prototype } = RequestQueue;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the queue as this, below
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
}
