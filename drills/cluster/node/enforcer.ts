import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { answerOf } from "../../../dev/src/answer-of.ts";
import type { Access } from "./identities.ts";
import type { Labelled, NetworkPolicy, Pod } from "./policy-objects.ts";
import { policyRules } from "./policy-rules.ts";

/** Something that goes on until it is ended. */
export interface Enforcer {
  stop(): Promise<void>;
}

const everyMs = 300;

/**
 * Enforces NetworkPolicies on the node, as no network plugin of Debian does: the kernel's rules follow the cluster
 * within a second. It is a reading of the API, so it shows what the charts' policies say, not what some vendor makes of
 * them.
 */
export function startEnforcer(access: Access): Enforcer {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(access.certificate) });
  const stopped = new AbortController();
  let applied = "";
  const enforce = async (): Promise<void> => {
    const list = <T>(path: string): Promise<T[]> => itemsOf<T>(agent, access, path);
    const [policies, pods, namespaces] = await Promise.all([
      list<NetworkPolicy>("/apis/networking.k8s.io/v1/networkpolicies"),
      list<Pod>("/api/v1/pods"),
      list<Labelled>("/api/v1/namespaces"),
    ]);
    const rules = policyRules({ policies, pods, namespaces });
    if (rules !== applied) await apply(rules);
    applied = rules;
  };
  const work = (async () => {
    while (!stopped.signal.aborted) {
      await enforce().catch((error: unknown) => {
        if (!stopped.signal.aborted)
          process.stderr.write(`NetworkPolicies are not enforced now: ${String(error)}\n`);
      });
      await delay(everyMs);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await work;
      agent.destroy();
    },
  };
}

/** The objects of a kind, from the API server's memory. */
async function itemsOf<T>(agent: Agent, { server, token }: Access, path: string): Promise<T[]> {
  const headers = { authorization: `Bearer ${token}` };
  const url = `${server}${path}?resourceVersion=0`;
  const { status, text } = await answerOf(request(url, { agent, headers, timeout: 5_000 }));
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  return (JSON.parse(text) as { items: T[] }).items;
}

async function apply(rules: string): Promise<void> {
  const child = spawn("nft", ["-f", "-"], { stdio: ["pipe", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  child.stdin.end(rules);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(errors);
}
