import assert from "node:assert/strict";
import { test } from "node:test";
import { chartFacts } from "../../dev/src/charts/facts.ts";
import { installations, named, objectsOf, ofKind, type Installation, type Manifest } from "./helm.ts";
import { podOf, podsOf } from "./pods.ts";

interface Peer {
  podSelector?: { matchLabels?: Record<string, string> };
  namespaceSelector?: { matchLabels?: Record<string, string> };
  ipBlock?: { cidr: string; except?: string[] };
}
interface Policy {
  podSelector: { matchLabels?: Record<string, string> };
  policyTypes: string[];
  ingress?: { from: Peer[]; ports: { port: number }[] }[];
  egress?: { to: Peer[]; ports: { port: number }[] }[];
}

const component = "app.kubernetes.io/component";
const { calls, services } = await chartFacts();
const names = [...Object.keys(services), "gateway"];

function policyOf(objects: readonly Manifest[], name: string): Policy {
  return named(objects, "NetworkPolicy", `jst-${name}`).spec as unknown as Policy;
}

/** Components of the release that a policy lets in, or lets out to. */
function peersOf(rules: readonly { from?: Peer[]; to?: Peer[] }[] | undefined): string[] {
  const peers = (rules ?? []).flatMap(({ from = [], to = [] }) => [...from, ...to]);
  return peers.flatMap(({ podSelector }) => podSelector?.matchLabels?.[component] ?? []).sort();
}

for (const installation of Object.keys(installations) as Installation[]) {
  const objects = objectsOf(installation);

  test(`${installation}: whatever no policy allows is refused, both ways`, () => {
    const deny = policyOf(objects, "deny");
    assert.deepEqual(deny.policyTypes, ["Ingress", "Egress"]);
    assert.equal(deny.ingress ?? deny.egress, undefined);
    for (const policy of ofKind(objects, "NetworkPolicy"))
      assert.deepEqual((policy.spec as unknown as Policy).policyTypes, ["Ingress", "Egress"]);
  });

  for (const name of names) {
    test(`${installation}: ${name} is called by, and calls, whom the table names and nobody else`, () => {
      const policy = policyOf(objects, name);
      assert.equal(policy.podSelector.matchLabels?.[component], name);
      const within = (from: string): boolean => names.includes(from) || from === "test";
      const callers = calls.filter(({ from, to }) => to === name && within(from)).map(({ from }) => from);
      const called = calls.filter(({ from, to }) => from === name && names.includes(to)).map(({ to }) => to);
      assert.deepEqual(peersOf(policy.ingress), callers.sort());
      const inRelease = installation === "dev" ? storesOf(name) : [];
      assert.deepEqual(peersOf(policy.egress), [...called, ...inRelease].sort());
    });
  }
}

function storesOf(name: string): string[] {
  const pods: Record<string, string> = { database: "postgres", redis: "redis", kafka: "kafka" };
  return calls.filter(({ from }) => from === name).flatMap(({ to }) => pods[to] ?? []);
}

test("only auth and account reach Redis, only data the bucket, only account, data, webhooks, comms and commerce the internet, and there no private address", () => {
  const objects = objectsOf("shared");
  const reaching = (cidr: string): string[] =>
    names.filter((name) =>
      policyOf(objects, name).egress?.some(({ to }) => to.some(({ ipBlock }) => ipBlock?.cidr === cidr)),
    );
  assert.deepEqual(reaching("10.20.1.0/24"), ["auth", "account"]);
  assert.deepEqual(reaching("10.20.3.0/24"), ["data"]);
  assert.deepEqual(reaching("0.0.0.0/0"), ["account", "data", "webhooks", "comms", "commerce"]);
  for (const name of ["account", "data", "webhooks", "comms", "commerce"]) {
    const internet = policyOf(objects, name).egress?.flatMap(({ to }) => to) ?? [];
    const except = internet.find(({ ipBlock }) => ipBlock?.cidr === "0.0.0.0/0")?.ipBlock?.except ?? [];
    for (const range of ["10.0.0.0/8", "169.254.0.0/16", "127.0.0.0/8"]) assert.ok(except.includes(range));
  }
});

test("auth reaches its stores and nobody else, and has the signing key alone, which no other pod has", () => {
  const objects = objectsOf("shared");
  const called = calls.filter(({ from }) => from === "auth").map(({ to }) => to);
  assert.deepEqual(called, ["database", "redis"]);
  const holding = (objects: readonly Manifest[], key: string): string[] =>
    podsOf(objects).flatMap(({ owner, spec }) =>
      spec.volumes.some(({ secret }) => secret?.items.some((item) => item.path === key)) ? [owner] : [],
    );
  assert.deepEqual(holding(objects, "caller-signing-key.jwk"), ["Deployment jst-auth"]);
  assert.ok(!holding(objects, "endpoint-secret-keys.json").includes("Deployment jst-auth"));
  const undivided = objectsOf("shared", ["--set", "auth.serves=all"]);
  assert.deepEqual(holding(undivided, "caller-signing-key.jwk"), ["Deployment jst-auth"]);
});

test("auth that serves all has what account has: its program, its keys, its doors and its calls", () => {
  const objects = objectsOf("shared", ["--set", "auth.serves=all"]);
  const [auth, account] = [podOf(objects, "jst-auth"), podOf(objects, "jst-account")];
  assert.deepEqual(auth.containers[0]?.args, ["src/undivided-main.ts"]);
  const namesIn = (pod: typeof auth) => pod.containers[0]?.env?.map(({ name }) => name) ?? [];
  for (const name of namesIn(account)) assert.ok(namesIn(auth).includes(name), name);
  assert.deepEqual(peersOf(policyOf(objects, "auth").egress).sort(), ["comms", "emr"]);
  const doors = policyOf(objects, "auth").ingress?.flatMap(({ ports }) => ports.map(({ port }) => port));
  assert.deepEqual([...new Set(doors)].sort(), [8000, 9000, 9100]);
});

test("an isolated tenant's account reaches the internet only where members sign in with a provider", () => {
  const reaching = (more: readonly string[]): string[] =>
    names.filter((name) =>
      policyOf(objectsOf("isolated", more), name).egress?.some(({ to }) =>
        to.some(({ ipBlock }) => ipBlock?.cidr === "0.0.0.0/0"),
      ),
    );
  assert.deepEqual(reaching([]), ["data", "webhooks", "comms", "commerce"]);
  assert.deepEqual(reaching(["--set", "network.signInProviders=true"]), [
    "account",
    "data",
    "webhooks",
    "comms",
    "commerce",
  ]);
});

test("a mail server of the fleet with a private address is reached by comms alone", () => {
  const mail = "mail.from=a@example.com,secrets.mail=jst-mail";
  const reaching = (...more: string[]): string[] =>
    names.filter((name) =>
      policyOf(objectsOf("shared", more), name).egress?.some(({ to }) =>
        to.some(({ ipBlock }) => ipBlock?.cidr === "10.20.9.0/24"),
      ),
    );
  const peers = 'network.stores.mail.peers=[{"ipBlock":{"cidr":"10.20.9.0/24"}}]';
  assert.deepEqual(reaching("--set", mail, "--set-json", peers), ["comms"]);
  assert.deepEqual(reaching("--set-json", peers), []);
});

test("the gateway reaches no store, and no service is reached from outside of the release but for its metrics", () => {
  const objects = objectsOf("shared");
  const ports = policyOf(objects, "gateway").egress?.flatMap((rule) => rule.ports.map(({ port }) => port));
  assert.deepEqual([...new Set(ports)].sort(), [53, 8000, 9000]);
  for (const name of Object.keys(services)) {
    const outside = policyOf(objects, name).ingress?.filter(({ from }) =>
      from.some((peer) => peer.namespaceSelector ?? peer.ipBlock),
    );
    assert.deepEqual(
      outside?.map((rule) => rule.ports.map(({ port }) => port)),
      [[9100]],
    );
  }
});

test("an isolated tenant's policies cover its whole namespace, and only its ingress' namespace comes in", () => {
  const objects = objectsOf("isolated");
  assert.deepEqual(policyOf(objects, "deny").podSelector, {});
  const peers = policyOf(objects, "gateway").ingress?.flatMap(({ from }) => from) ?? [];
  const namespaces = peers.flatMap(
    (peer) => peer.namespaceSelector?.matchLabels?.["kubernetes.io/metadata.name"] ?? [],
  );
  assert.deepEqual(namespaces.sort(), ["ingress-nginx", "monitoring"]);
  assert.equal(
    peers.some(({ ipBlock }) => ipBlock),
    false,
  );
});

test("the policy of the migrations is there before they run", () => {
  const { metadata } = named(objectsOf("shared"), "NetworkPolicy", "jst-migrations");
  assert.equal(metadata.annotations?.["helm.sh/hook-weight"], "-20");
});
