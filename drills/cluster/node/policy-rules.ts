import { isIPv6 } from "node:net";
import {
  selects,
  type NetworkPolicy,
  type Peer,
  type Pod,
  type PolicyState,
  type PortRange,
  type Rule,
} from "./policy-objects.ts";

type Way = "ingress" | "egress";

/**
 * One nftables table that lets through what NetworkPolicies allow, for IPv4 pods that are routed. What a pod may call
 * is looked at when its packet enters the node, what may call it when one leaves towards it; replies pass. What the
 * node itself sends, such as probes, passes too, as Kubernetes says.
 */
export function policyRules(state: PolicyState): string {
  const pods = state.pods.filter(isOnNetwork);
  const chains: string[] = [];
  const jumps: Record<Way, string[]> = { ingress: [], egress: [] };
  for (const pod of pods) {
    for (const way of ["ingress", "egress"] as const) {
      const policies = policiesOf(state, pod, way);
      if (policies.length === 0) continue;
      const name = `${way}-${addressOf(pod).replaceAll(".", "-")}`;
      const allowed = policies.flatMap((policy) => linesOf(policy, way, pod, { ...state, pods }));
      chains.push(chain(name, [...new Set(allowed), "drop"]));
      jumps[way].push(`${addressOf(pod)} : jump ${name}`);
    }
  }
  const replies = "ct state established,related accept";
  const asked = mapOf("saddr", jumps.egress);
  const forward = [
    "type filter hook forward priority 10;",
    replies,
    ...asked,
    ...mapOf("daddr", jumps.ingress),
  ];
  const local = ["type filter hook input priority 10;", replies, ...asked];
  const table = [...chains, chain("forwarded", forward), chain("local", local)].join("\n");
  // In one transaction: there is no moment without rules.
  return `table ip policies\ndelete table ip policies\ntable ip policies {\n${table}\n}\n`;
}

function chain(name: string, lines: readonly string[]): string {
  return `  chain ${name} {\n${lines.map((line) => `    ${line}\n`).join("")}  }`;
}

function mapOf(side: "saddr" | "daddr", jumps: readonly string[]): string[] {
  return jumps.length === 0 ? [] : [`ip ${side} vmap { ${[...jumps].sort().join(", ")} }`];
}

function isOnNetwork({ spec, status }: Pod): boolean {
  const isAlive = status?.phase === "Pending" || status?.phase === "Running";
  return isAlive && status.podIP !== undefined && spec.hostNetwork !== true;
}

function addressOf(pod: Pod): string {
  return pod.status?.podIP ?? "";
}

/** A pod that no policy selects for a way is open that way. */
function policiesOf({ policies }: PolicyState, pod: Pod, way: Way): NetworkPolicy[] {
  return policies.filter(
    ({ metadata, spec }) =>
      metadata.namespace === pod.metadata.namespace &&
      selects(spec.podSelector, pod) &&
      (spec.policyTypes ?? ["Ingress", ...(spec.egress ? ["Egress"] : [])]).some(
        (type) => type.toLowerCase() === way,
      ),
  );
}

/** Renders what a policy allows, a line for each peer and port. */
function linesOf(policy: NetworkPolicy, way: Way, pod: Pod, state: PolicyState): string[] {
  const far = way === "ingress" ? "saddr" : "daddr";
  return (policy.spec[way] ?? []).flatMap((rule) =>
    matchesOf(rule, policy, far, state).flatMap(({ match, peer }) =>
      portsOf(rule.ports, way === "ingress" ? pod : peer).map((ports) =>
        [match, ports, "return"].filter((part) => part !== "").join(" "),
      ),
    ),
  );
}

interface Match {
  match: string;
  /** The pod, where the peer is one. */
  peer?: Pod;
}

function matchesOf(rule: Rule, policy: NetworkPolicy, far: string, state: PolicyState): Match[] {
  const peers = rule.from ?? rule.to ?? [];
  if (peers.length === 0) return [{ match: "" }];
  return peers.flatMap((peer): Match[] => {
    if (peer.ipBlock) return blockOf(peer.ipBlock, far);
    const chosen = state.pods.filter((pod) => isPeer(peer, pod, policy, state));
    return chosen.map((pod) => ({ match: `ip ${far} ${addressOf(pod)}`, peer: pod }));
  });
}

function blockOf({ cidr, except = [] }: NonNullable<Peer["ipBlock"]>, far: string): Match[] {
  if (isIPv6(cidr.split("/")[0] ?? "")) return [];
  const but = except.length === 0 ? "" : ` ip ${far} != { ${except.join(", ")} }`;
  return [{ match: `ip ${far} ${cidr}${but}` }];
}

function isPeer(peer: Peer, pod: Pod, policy: NetworkPolicy, { namespaces }: PolicyState): boolean {
  const namespace = namespaces.find(({ metadata }) => metadata.name === pod.metadata.namespace);
  const isNear = pod.metadata.namespace === policy.metadata.namespace;
  const isThere = peer.namespaceSelector ? namespace && selects(peer.namespaceSelector, namespace) : isNear;
  return isThere === true && selects(peer.podSelector ?? {}, pod);
}

/** A port by name is that of the pod which is called. */
function portsOf(ports: readonly PortRange[] | undefined, called: Pod | undefined): string[] {
  if (ports === undefined || ports.length === 0) return [""];
  return ports.flatMap(({ protocol = "TCP", port, endPort }) => {
    const kind = protocol.toLowerCase();
    if (port === undefined) return [`meta l4proto ${kind}`];
    if (typeof port === "number")
      return [`${kind} dport ${port}${endPort === undefined ? "" : `-${endPort}`}`];
    const known = called?.spec.containers.flatMap(({ ports: own = [] }) => own) ?? [];
    return known
      .filter(({ name }) => name === port)
      .map(({ containerPort }) => `${kind} dport ${containerPort}`);
  });
}
