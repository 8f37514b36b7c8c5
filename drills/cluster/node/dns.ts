import { addresses } from "./addresses.ts";

const meta = { name: "coredns", namespace: "kube-system" };
const labels = { "k8s-app": "kube-dns" };

const corefile = `.:53 {
  errors
  ready
  kubernetes cluster.local in-addr.arpa
  cache 5
}
`;

/** CoreDNS with what it may read, for names inside of the cluster alone. */
export const dnsObjects: readonly object[] = [
  { apiVersion: "v1", kind: "ServiceAccount", metadata: meta },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "coredns" },
    rules: [
      { apiGroups: [""], resources: ["services", "pods", "namespaces"], verbs: ["list", "watch"] },
      { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["list", "watch"] },
    ],
  },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "coredns" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "coredns" },
    subjects: [{ kind: "ServiceAccount", ...meta }],
  },
  { apiVersion: "v1", kind: "ConfigMap", metadata: meta, data: { Corefile: corefile } },
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: meta,
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: "coredns",
          dnsPolicy: "Default",
          volumes: [{ name: "config", configMap: { name: "coredns" } }],
          containers: [
            {
              name: "coredns",
              image: "jst/coredns:0.1.0",
              imagePullPolicy: "Never",
              args: ["-conf", "/etc/coredns/Corefile"],
              readinessProbe: { httpGet: { path: "/ready", port: 8181 }, periodSeconds: 1 },
              volumeMounts: [{ name: "config", mountPath: "/etc/coredns" }],
            },
          ],
        },
      },
    },
  },
  {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "kube-dns", namespace: "kube-system" },
    spec: {
      clusterIP: addresses.dns,
      selector: labels,
      ports: [
        { name: "dns", port: 53, protocol: "UDP" },
        { name: "dns-tcp", port: 53, protocol: "TCP" },
      ],
    },
  },
];
