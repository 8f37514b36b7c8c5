/** Name of the topic that carries a service's events; the prefix keeps deployments and tests apart. */
export function eventTopic(service: string, prefix = ""): string {
  return `${prefix}${service}.events.v1`;
}

/** Name of the topic that carries a service's audit entries to auth. A topic has one writer: the service's relay. */
export function auditTopic(service: string, prefix = ""): string {
  return `${prefix}${service}.audit.v1`;
}
