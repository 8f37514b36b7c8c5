/** Facts about an isolated tenant before it is installed. */
export interface IsolatedTenant {
  slug: string;
  /** Its own host; empty when it is yet to be chosen. */
  baseUrl: string;
}

/** Name of the tenant's namespace, and of its release. */
export function namespaceOf(slug: string): string {
  return `jst-${slug}`;
}

/**
 * The values file of an isolated tenant, for charts/fleet with profiles/isolated.yaml. What only its operator knows is
 * empty, and the chart names it until it is filled in.
 */
export function isolatedValues({ slug, baseUrl }: IsolatedTenant): string {
  const namespace = namespaceOf(slug);
  return `# The fleet of the isolated tenant ${slug}. Fill in what is empty, then:
#   kubectl create namespace ${namespace}
#   kubectl label namespace ${namespace} pod-security.kubernetes.io/enforce=restricted
#   ./jst secrets new --prefix ${slug} … | kubectl -n ${namespace} apply -f -
#   helm dependency build charts/fleet
#   helm install ${namespace} charts/fleet -n ${namespace} -f charts/fleet/profiles/isolated.yaml -f THIS_FILE
#   helm test ${namespace} -n ${namespace}        creates the team and checks the way through everything
tenant: ${slug}
# Its own host, which no other fleet answers for.
baseUrl: ${baseUrl === "" ? '""' : baseUrl}
# Callers of this fleet are believed by no other, and the reverse.
audience: ${slug}
topicPrefix: ${slug}.
image:
  registry: ""
secrets:
  keys: ${slug}-keys
  database: ${slug}-database
  redis: ${slug}-redis
  kafka: ${slug}-kafka
  bootstrap: ${slug}-bootstrap
mtls:
  secret: ${slug}-tls-{name}
claims:
  # ReadWriteMany, of an encrypted StorageClass.
  auditHeads: ${slug}-audit-heads
gateway:
  ingress:
    enabled: true
    className: nginx
    tlsSecret: ${slug}-tls
network:
  # Where the tenant's own PostgreSQL, Redis and Kafka are; nothing else is let through.
  stores:
    database: { peers: [] }
    redis: { peers: [] }
    kafka: { peers: [] }
`;
}
