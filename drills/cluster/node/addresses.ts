/** Addresses of the throw-away node; nobody outside of its namespaces sees them. */
export const addresses = {
  node: "172.30.0.1",
  /** Stands for any host of the internet. */
  internet: "203.0.113.10",
  pods: "10.244.0.0/16",
  dns: "10.96.0.10",
} as const;

/** Name of the one node. */
export const nodeName = "node";
