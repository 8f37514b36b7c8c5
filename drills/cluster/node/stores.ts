/** A store that is no part of a fleet's release, as one pod and its name. */
type StoreName = "postgres" | "redis" | "kafka";

const ports: Readonly<Record<StoreName, number>> = { postgres: 5432, redis: 6379, kafka: 9092 };

/** Passwords of the stores of one namespace. */
export interface StorePasswords {
  postgres: string;
  redis: string;
}

/** Objects of some stores in a namespace: what they hold ends with them. */
export function storeObjects(
  namespace: string,
  names: readonly StoreName[],
  passwords: StorePasswords,
): object[] {
  return names.flatMap((name) => {
    const labels = { store: name };
    const port = ports[name];
    const environment = {
      postgres: { POSTGRES_PASSWORD: passwords.postgres },
      redis: { REDIS_PASSWORD: passwords.redis },
      kafka: { KAFKA_ADVERTISED: `${hostOf(namespace, "kafka")}:${port}` },
    }[name];
    const service = {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name, namespace },
      spec: { clusterIP: "None", publishNotReadyAddresses: true, selector: labels, ports: [{ port }] },
    };
    const container = {
      name,
      image: `jst/${name}:0.1.0`,
      imagePullPolicy: "Never",
      // One database serves every replica of every service.
      ...(name === "postgres" && { args: ["-c", "max_connections=1000"] }),
      env: Object.entries(environment).map(([key, value]) => ({ name: key, value })),
      readinessProbe: { tcpSocket: { port }, periodSeconds: 2 },
      // Outlives the container, so that a server can be restored.
      volumeMounts: [{ name: "data", mountPath: "/data" }],
    };
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace, labels },
      spec: {
        enableServiceLinks: false,
        containers: [container],
        volumes: [{ name: "data", emptyDir: {} }],
      },
    };
    return [service, pod];
  });
}

/** Where a store is found. */
export function hostOf(namespace: string, name: StoreName): string {
  return `${name}.${namespace}.svc.cluster.local`;
}
