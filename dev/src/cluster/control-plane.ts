import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";
import { findFreeBase, host } from "../ports.ts";
import { until } from "../process/until.ts";

/** A control plane without nodes: it validates, defaults and admits as a cluster does, and runs nothing. */
export interface ControlPlane {
  kubeconfig: string;
  stop(): Promise<void>;
}

const readyLimitMs = 120_000;

/** Starts etcd and kube-apiserver on free loopback ports, with everything they write in the folder. */
export async function startControlPlane(program: string, folder: string): Promise<ControlPlane> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "log"), { recursive: true });
  const base = await findFreeBase();
  const ports = { api: base, etcd: base + 1, peer: base + 2 };
  const { token, files } = await writeIdentities(folder);
  const children = [startEtcd(program, folder, ports)];
  const stop = async (): Promise<void> => {
    // The server first: it would complain of a store that is gone.
    for (const child of children.reverse()) {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    children.push(startServer(program, folder, ports, files));
    await waitUntilReady(ports.api, token, folder);
    return { kubeconfig: await writeKubeconfig(folder, ports.api, token), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Identities {
  token: string;
  files: { tokens: string; signing: string };
}

async function writeIdentities(folder: string): Promise<Identities> {
  const token = randomBytes(24).toString("hex");
  const files = { tokens: path.join(folder, "tokens.csv"), signing: path.join(folder, "accounts.pem") };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await writeFile(files.tokens, `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
  await writeFile(files.signing, privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  return { token, files };
}

interface Ports {
  api: number;
  etcd: number;
  peer: number;
}

function startEtcd(program: string, folder: string, { etcd, peer }: Ports): ChildProcess {
  const url = (port: number): string => `http://${host}:${port}`;
  return start(program, "etcd", folder, {
    "data-dir": path.join(folder, "etcd"),
    "listen-client-urls": url(etcd),
    "advertise-client-urls": url(etcd),
    "listen-peer-urls": url(peer),
    "initial-advertise-peer-urls": url(peer),
    "initial-cluster": `default=${url(peer)}`,
    // What it holds is gone in a minute anyhow.
    "unsafe-no-fsync": "true",
    "log-level": "warn",
  });
}

function startServer(
  program: string,
  folder: string,
  ports: Ports,
  files: Identities["files"],
): ChildProcess {
  return start(program, "kube-apiserver", folder, {
    "etcd-servers": `http://${host}:${ports.etcd}`,
    "bind-address": host,
    "secure-port": String(ports.api),
    // It makes itself a certificate there.
    "cert-dir": path.join(folder, "certificates"),
    "token-auth-file": files.tokens,
    "service-account-issuer": "https://kubernetes.default.svc",
    "service-account-key-file": files.signing,
    "service-account-signing-key-file": files.signing,
    "service-cluster-ip-range": "10.96.0.0/16",
    "authorization-mode": "RBAC",
  });
}

function start(program: string, part: string, folder: string, flags: Record<string, string>): ChildProcess {
  const out = openSync(path.join(folder, "log", part), "a");
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(program, [part, ...args], { cwd: folder, stdio: ["ignore", out, out] });
  closeSync(out);
  return child;
}

async function waitUntilReady(port: number, token: string, folder: string): Promise<void> {
  const isReady = await until(async () => {
    try {
      // Its own certificate, which this process cannot know before it is there.
      const { status } = await fetchTrusting(folder, `https://${host}:${port}/readyz`, token);
      return status === 200;
    } catch {
      return false;
    }
  }, readyLimitMs);
  if (!isReady) {
    const tail = readFileSync(path.join(folder, "log/kube-apiserver"), "utf8")
      .split("\n")
      .slice(-10)
      .join("\n");
    throw new OperatorError(`The API server does not become ready; the end of its log:\n${tail}`);
  }
}

async function fetchTrusting(folder: string, url: string, token: string): Promise<{ status: number }> {
  const { request } = await import("node:https");
  const ca = readFileSync(certificateOf(folder));
  return new Promise((resolve, reject) => {
    const options = { ca, headers: { authorization: `Bearer ${token}` }, timeout: 2_000 };
    const outgoing = request(url, options, (reply) => {
      reply.resume();
      resolve({ status: reply.statusCode ?? 0 });
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer")));
    outgoing.on("error", reject);
    outgoing.end();
  });
}

function certificateOf(folder: string): string {
  return path.join(folder, "certificates/apiserver.crt");
}

async function writeKubeconfig(folder: string, port: number, token: string): Promise<string> {
  const file = path.join(folder, "kubeconfig.json");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      {
        name: "test",
        cluster: { server: `https://${host}:${port}`, "certificate-authority": certificateOf(folder) },
      },
    ],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "admin" } }],
    "current-context": "test",
  };
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}
