import { setTimeout as delay } from "node:timers/promises";
import { until } from "../../dev/src/process/until.ts";

/** Where Node opens its inspector on SIGUSR1. One process at a time can have it. */
const inspectorUrl = "http://127.0.0.1:9229/json/list";

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

/** Reply of the inspector to Profiler.stop, as far as it is read. */
export interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  timeDeltas: number[];
}

/** Records where a Node process spends its time while the work runs. */
export async function profiled(pid: number, work: () => Promise<unknown>): Promise<CpuProfile> {
  process.kill(pid, "SIGUSR1");
  const inspector = await Inspector.open(pid);
  try {
    await inspector.send("Profiler.enable");
    await inspector.send("Profiler.setSamplingInterval", { interval: 200 });
    await inspector.send("Profiler.start");
    await work();
    return ((await inspector.send("Profiler.stop")) as { profile: CpuProfile }).profile;
  } finally {
    // Also when the work failed: the process goes on without an open door.
    const expression = "process.getBuiltinModule('node:inspector').close()";
    void inspector.send("Runtime.evaluate", { expression });
    await delay(50);
    inspector.close();
  }
}

/** Self time in microseconds by a key of the frame, the largest first; idle time is left out. */
export function selfTimes(profile: CpuProfile, keyOf: (frame: CallFrame) => string): [string, number][] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  for (const [index, id] of profile.samples.entries()) {
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === "(idle)") continue;
    const key = keyOf(frame);
    times.set(key, (times.get(key) ?? 0) + (profile.timeDeltas[index] ?? 0));
  }
  return [...times].sort((a, b) => b[1] - a[1]);
}

/** The package, Node itself or the workspace a frame belongs to. */
export function ownerOf({ url, functionName }: CallFrame): string {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (inPackage !== undefined) return inPackage;
  if (url.startsWith("node:")) return url.replace(/^(node:(?:internal\/)?[^/]+).*/, "$1");
  if (url === "") return functionName === "(garbage collector)" ? "garbage collector" : "native";
  return /\/((?:libs|services)\/[^/]+)/.exec(url)?.[1] ?? url;
}

/** The dearest owners and functions, in microseconds a request. */
export function profileText(title: string, profile: CpuProfile, requests: number): string {
  const list = (times: [string, number][], count: number): string[] =>
    times.slice(0, count).map(([key, us]) => `${(us / requests).toFixed(1).padStart(8)} us  ${key}`);
  const functionOf = ({ functionName, url, lineNumber }: CallFrame): string =>
    `${functionName || "(anonymous)"} ${url.replace(/.*\/(?=node_modules\/|libs\/|services\/)/, "")}:${lineNumber + 1}`;
  const owners = list(selfTimes(profile, ownerOf), 24);
  const functions = list(selfTimes(profile, functionOf), 40);
  return [`${title}: self time a request`, ...owners, "  by function:", ...functions].join("\n");
}

class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (id !== undefined) this.#waiting.get(id)?.(result);
    });
  }

  static async open(pid: number): Promise<Inspector> {
    let url: string | undefined;
    await until(async () => {
      const reply = await fetch(inspectorUrl).catch(() => undefined);
      const targets = (await reply?.json()) as { webSocketDebuggerUrl: string }[] | undefined;
      url = targets?.[0]?.webSocketDebuggerUrl;
      return url !== undefined;
    }, 5_000);
    if (url === undefined) throw new Error(`Process ${pid} opened no inspector.`);
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    const inspector = new Inspector(socket);
    const answer = (await inspector.send("Runtime.evaluate", { expression: "process.pid" })) as {
      result: { value: number };
    };
    if (answer.result.value !== pid) throw new Error(`The inspector is that of ${answer.result.value}.`);
    return inspector;
  }

  send(method: string, params: object = {}): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  close(): void {
    this.#socket.close();
  }
}
