import { Secret, type TlsIdentity } from "@jst/config";
import { OperatorError } from "../operator-error.ts";
import type { OperatorDoor } from "../operator.ts";
import { forward, type Forwarded } from "./forward.ts";
import { get, type InstalledPlace } from "./kubectl.ts";

export type { InstalledPlace } from "./kubectl.ts";

/** Part of a Deployment of charts/fleet. */
interface Deployment {
  metadata: { name: string; labels: Record<string, string> };
  spec: {
    replicas: number;
    template: {
      spec: {
        volumes: { name: string; secret?: { secretName: string } }[];
        containers: { ports: { name: string; containerPort: number }[] }[];
      };
    };
  };
  status: { readyReplicas?: number; updatedReplicas?: number };
}

/** How many pods of a component do their work. */
export interface ComponentState {
  name: string;
  wanted: number;
  ready: number;
  /** Number of updated pods of the newest revision. */
  updated: number;
}

/** The operator's door to an installed fleet; it forwards ports while it is open. */
export interface InstalledDoor extends OperatorDoor {
  close(): Promise<void>;
}

/** A fleet that Helm has installed. */
export interface InstalledFleet {
  components: ComponentState[];
  openDoor(): Promise<InstalledDoor>;
}

const name = "app.kubernetes.io/name=jst";
const component = "app.kubernetes.io/component";
const instance = "app.kubernetes.io/instance";

/** Finds the one fleet of a namespace; a sentence when there is none, or more than one. */
export async function openInstalled(place: InstalledPlace): Promise<InstalledFleet> {
  const { items } = await get<{ items: Deployment[] }>(place, "deployments", "--selector", name);
  const releases = [...new Set(items.map(({ metadata }) => metadata.labels[instance]))];
  const where = `the namespace ${place.namespace} of the context ${place.context}`;
  if (releases.length === 0)
    throw new OperatorError(`There is no fleet in ${where}; --namespace names another one.`);
  if (releases.length > 1)
    throw new OperatorError(
      `There are several fleets in ${where} (${releases.join(", ")}): only one is taken.`,
    );
  return {
    components: items.map(({ metadata, spec, status }) => ({
      name: metadata.labels[component] ?? metadata.name,
      wanted: spec.replicas,
      ready: status.readyReplicas ?? 0,
      updated: status.updatedReplicas ?? 0,
    })),
    openDoor: () => openDoor(place, items),
  };
}

async function openDoor(place: InstalledPlace, deployments: readonly Deployment[]): Promise<InstalledDoor> {
  const operatorKey = await readOperatorKey(place, deploymentOf(deployments, "auth"));
  const tls = await readIdentity(place, deploymentOf(deployments, "auth"));
  const forwarded = new Map<string, Promise<Forwarded>>();
  return {
    operatorKey,
    tls,
    async addressOf(service) {
      const deployment = deploymentOf(deployments, service);
      const known =
        forwarded.get(service) ?? forward(place, `deployment/${deployment.metadata.name}`, grpc(deployment));
      forwarded.set(service, known);
      return (await known).address;
    },
    async close() {
      for (const one of await Promise.allSettled(forwarded.values()))
        if (one.status === "fulfilled") await one.value.close();
    },
  };
}

function deploymentOf(deployments: readonly Deployment[], service: string): Deployment {
  const found = deployments.find(({ metadata }) => metadata.labels[component] === service);
  if (!found) throw new OperatorError(`The fleet has no ${service}.`);
  return found;
}

function grpc({ metadata, spec }: Deployment): number {
  const ports = spec.template.spec.containers.flatMap((container) => container.ports);
  const port = ports.find((one) => one.name === "grpc")?.containerPort;
  if (port === undefined) throw new OperatorError(`${metadata.name} has no port named grpc.`);
  return port;
}

/** Name of the Secret behind a volume of a Deployment. */
function secretOf({ spec }: Deployment, volume: string): string | undefined {
  return spec.template.spec.volumes.find(({ name: one }) => one === volume)?.secret?.secretName;
}

/** An entry of a Secret; an OperatorError when it has none. */
async function readEntries(
  place: InstalledPlace,
  secret: string,
  keys: readonly string[],
): Promise<string[]> {
  const { data = {} } = await get<{ data?: Record<string, string> }>(place, "secret", secret);
  return keys.map((key) => {
    const value = data[key];
    if (value === undefined) throw new OperatorError(`The Secret ${secret} has no ${key}.`);
    return Buffer.from(value, "base64").toString("utf8");
  });
}

/** The key is in the Secret whose files auth reads. */
async function readOperatorKey(place: InstalledPlace, auth: Deployment): Promise<string> {
  const [key = ""] = await readEntries(place, secretOf(auth, "keys") ?? "", ["operator-key"]);
  return key.trim();
}

/**
 * The operator's certificate, where services speak TLS: each holder's Secret has a name that ends with the holder's.
 */
async function readIdentity(place: InstalledPlace, auth: Deployment): Promise<TlsIdentity | undefined> {
  const secret = secretOf(auth, "tls");
  if (secret === undefined) return undefined;
  const own = secret.replace(/auth(?!.*auth)/, "operator");
  const [authorities = "", certificate = "", key = ""] = await readEntries(place, own, [
    "ca.crt",
    "tls.crt",
    "tls.key",
  ]);
  return { authorities, certificate, key: new Secret(key) };
}
