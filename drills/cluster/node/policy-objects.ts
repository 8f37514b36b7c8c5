/** The parts of Kubernetes' objects that decide what a pod may reach. */
export interface Labelled {
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

/** A pod, as far as its connections go. */
export interface Pod extends Labelled {
  spec: { hostNetwork?: boolean; containers: { ports?: { name?: string; containerPort: number }[] }[] };
  status?: { phase?: string; podIP?: string };
}

/** Which labels an object must have. */
export interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: {
    key: string;
    operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
    values?: string[];
  }[];
}

/** The other side of a connection. */
export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

/** Ports of the side that is called; all of them when absent. */
export interface PortRange {
  protocol?: string;
  port?: number | string;
  endPort?: number;
}

/** Peers and ports that a policy allows. */
export interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: PortRange[];
}

/** networking.k8s.io/v1 NetworkPolicy. */
export interface NetworkPolicy extends Labelled {
  spec: {
    podSelector: Selector;
    policyTypes?: ("Ingress" | "Egress")[];
    ingress?: Rule[];
    egress?: Rule[];
  };
}

/** Everything that decides. */
export interface PolicyState {
  policies: readonly NetworkPolicy[];
  pods: readonly Pod[];
  namespaces: readonly Labelled[];
}

/** Whether an object's labels are those that are selected; an empty selector selects everything. */
export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, of: Labelled): boolean {
  const labels = of.metadata.labels ?? {};
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === "Exists") return value !== undefined;
      if (operator === "DoesNotExist") return value === undefined;
      const isListed = value !== undefined && values.includes(value);
      return operator === "In" ? isListed : !isListed;
    })
  );
}
