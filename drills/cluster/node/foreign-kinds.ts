/** Kinds that the charts render and an operator of monitoring brings; here they are taken and nothing comes of them. */
export const foreignKinds: readonly object[] = (
  [
    ["ServiceMonitor", "servicemonitors"],
    ["PrometheusRule", "prometheusrules"],
  ] as const
).map(([kind, plural]) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${plural}.monitoring.coreos.com` },
  spec: {
    group: "monitoring.coreos.com",
    scope: "Namespaced",
    names: { kind, plural, singular: kind.toLowerCase() },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
}));
