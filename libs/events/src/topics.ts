/** Name of the topic that carries a service's events; the prefix keeps deployments and tests apart. */
export function eventTopic(service: string, prefix = ""): string {
  return `${prefix}${service}.events.v1`;
}

/** Name of the topic that carries the audit entries of all services to auth. */
export function auditTopic(prefix = ""): string {
  return `${prefix}audit.v1`;
}
