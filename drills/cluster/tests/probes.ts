import { apply, kubectl } from "../node/kubectl.ts";

/** A pod that only asks: it has a component's labels, so its policies, and never gets a component's requests. */
export interface Probe {
  name: string;
  namespace: string;
}

/** Targets of connections, by a name for the answer. */
export type Targets = Readonly<Record<string, { host: string; port: number }>>;

/** Starts a pod with these labels in a namespace that takes restricted pods, and waits until it runs. */
export async function startProbe(probe: Probe, labels: Record<string, string> = {}): Promise<void> {
  const { name, namespace } = probe;
  await apply([
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace, labels },
      spec: {
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 0,
        // Nobody says that it is ready, so no Service leads to it.
        readinessGates: [{ conditionType: "jst.dev/answers" }],
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 65_532,
          seccompProfile: { type: "RuntimeDefault" },
        },
        containers: [
          {
            name: "probe",
            image: "jst/tools:0.1.0",
            imagePullPolicy: "Never",
            args: ["-e", "setInterval(() => undefined, 60_000)"],
            resources: { limits: { memory: "128Mi" }, requests: { cpu: "1m", memory: "128Mi" } },
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
          },
        ],
      },
    },
  ]);
  const wait = ["wait", `pod/${name}`, "--for=jsonpath={.status.phase}=Running", "--timeout=120s"];
  await kubectl("--namespace", namespace, ...wait);
}

/** Removes it at once. */
export async function stopProbe({ name, namespace }: Probe): Promise<void> {
  await kubectl("--namespace", namespace, "delete", "pod", name, "--ignore-not-found", "--wait=false");
}

/** Connects from inside of the pod to all targets at once and answers the names of those that accept. */
export async function reachedBy(probe: Probe, targets: Targets): Promise<string[]> {
  const answers = await evaluate<Record<string, boolean>>(probe, connecting, targets);
  return Object.keys(targets)
    .filter((name) => answers[name])
    .sort();
}

const connecting = `async (targets) => {
  const { connect } = await import("node:net");
  const accepts = ({ host, port }) => new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3_000 });
    socket.on("connect", () => resolve(true)).on("timeout", () => resolve(false)).on("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    for (const event of ["connect", "timeout"]) socket.on(event, () => socket.destroy());
  });
  const asked = Object.entries(targets).map(async ([name, target]) => [name, await accepts(target)]);
  return Object.fromEntries(await Promise.all(asked));
}`;

/** Fetches an address from inside the pod. */
export async function fetchedBy(
  probe: Probe,
  request: { url: string; headers: Record<string, string> },
): Promise<{ status: number; body: unknown }> {
  return evaluate(probe, fetching, request);
}

const fetching = `({ url, headers }) => new Promise((resolve, reject) => {
  require("node:http").get(url, { headers, timeout: 10_000 }, (reply) => {
    let text = "";
    reply.on("data", (chunk) => (text += chunk));
    reply.on("end", () => resolve({ status: reply.statusCode, body: JSON.parse(text) }));
  }).on("timeout", () => reject(new Error("no answer"))).on("error", reject);
})`;

async function evaluate<T>({ name, namespace }: Probe, program: string, given: object): Promise<T> {
  const line = `(${program})(${JSON.stringify(given)}).then((answer) => process.stdout.write(JSON.stringify(answer)))`;
  const output = await kubectl("--namespace", namespace, "exec", name, "--", "node", "-e", line);
  return JSON.parse(output) as T;
}
