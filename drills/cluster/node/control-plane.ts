import { readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { request } from "node:https";
import path from "node:path";
import { answerOf } from "../../../dev/src/answer-of.ts";
import { findFreeBase, host } from "../../../dev/src/ports.ts";
import { writeIdentities, writeKubeconfig, type Access, type Identities, type User } from "./identities.ts";
import { startPart, stopPart, waitFor, type Part } from "./part.ts";

/** etcd and an API server: they validate, default and admit as a cluster does; without a node nothing runs. */
export interface ControlPlane {
  /** Path of the administrator's kubeconfig. */
  kubeconfig: string;
  identities: Identities;
  accessOf(user: User): Access;
  stop(): Promise<void>;
}

/** Where it listens and what else it is told. */
export interface Surroundings {
  address?: string;
  flags?: Record<string, string>;
}

const readyLimitMs = 120_000;

/** Starts both on free ports, with everything they write in the folder. */
export async function startControlPlane(
  program: string,
  folder: string,
  { address = host, flags = {} }: Surroundings = {},
): Promise<ControlPlane> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "log"), { recursive: true });
  const base = await findFreeBase();
  const ports = { api: base, etcd: base + 1, peer: base + 2 };
  const identities = await writeIdentities(folder);
  const certificate = path.join(folder, "certificates/apiserver.crt");
  const accessOf = (user: User): Access => {
    return { server: `https://${address}:${ports.api}`, certificate, token: identities.tokens[user] };
  };
  const parts = [startEtcd(program, folder, ports)];
  const stop = async (): Promise<void> => {
    // The server first: it would complain of a store that is gone.
    for (const part of parts.reverse()) await stopPart(part);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const own = serverFlags(folder, ports, identities);
    const server = startPart(program, folder, "kube-apiserver", {
      ...own,
      "bind-address": address,
      ...flags,
    });
    parts.push(server);
    const access = accessOf("admin");
    await waitFor("the API server is ready", server, () => isReady(access), readyLimitMs);
    const kubeconfig = await writeKubeconfig(path.join(folder, "kubeconfig.json"), access);
    return { kubeconfig, identities, accessOf, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Ports {
  api: number;
  etcd: number;
  peer: number;
}

function startEtcd(program: string, folder: string, { etcd, peer }: Ports): Part {
  const url = (port: number): string => `http://${host}:${port}`;
  return startPart(program, folder, "etcd", {
    "data-dir": path.join(folder, "etcd"),
    "listen-client-urls": url(etcd),
    "advertise-client-urls": url(etcd),
    "listen-peer-urls": url(peer),
    "initial-advertise-peer-urls": url(peer),
    "initial-cluster": `default=${url(peer)}`,
    // The data lives for a minute.
    "unsafe-no-fsync": "true",
    "log-level": "warn",
  });
}

function serverFlags(folder: string, ports: Ports, { files }: Identities): Record<string, string> {
  return {
    "etcd-servers": `http://${host}:${ports.etcd}`,
    "secure-port": String(ports.api),
    // It makes itself a certificate there.
    "cert-dir": path.join(folder, "certificates"),
    "token-auth-file": files.tokens,
    "service-account-issuer": "https://kubernetes.default.svc",
    "service-account-key-file": files.signing,
    "service-account-signing-key-file": files.signing,
    "service-cluster-ip-range": "10.96.0.0/16",
    "authorization-mode": "Node,RBAC",
    "enable-admission-plugins": "NodeRestriction",
  };
}

async function isReady({ server, certificate, token }: Access): Promise<boolean> {
  // Its own certificate, which this process cannot know before it is there.
  const options = {
    ca: readFileSync(certificate),
    headers: { authorization: `Bearer ${token}` },
    timeout: 2_000,
  };
  const { status } = await answerOf(request(`${server}/readyz`, options));
  return status === 200;
}
