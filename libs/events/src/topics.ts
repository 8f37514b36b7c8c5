/** Name of the topic that carries a service's events; the prefix keeps deployments and tests apart. */
export function eventTopic(service: string, prefix = ""): string {
  return `${prefix}${service}.events.v1`;
}
