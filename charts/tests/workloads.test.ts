import assert from "node:assert/strict";
import { test } from "node:test";
import { schemas } from "@jst/fleet";
import { installations, named, objectsOf, ofKind, type Installation } from "./helm.ts";
import { podOf, podsOf } from "./pods.ts";

for (const installation of Object.keys(installations) as Installation[]) {
  const objects = objectsOf(installation);

  test(`${installation}: every pod keeps the restricted level, and its root is read only`, () => {
    for (const { owner, spec } of podsOf(objects)) {
      assert.equal(spec.automountServiceAccountToken, false, owner);
      assert.equal(spec.securityContext["runAsNonRoot"], true, owner);
      assert.deepEqual(spec.securityContext["seccompProfile"], { type: "RuntimeDefault" }, owner);
      for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
        assert.deepEqual(
          container.securityContext,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
          `${owner} ${container.name}`,
        );
      }
    }
  });

  test(`${installation}: every container asks for CPU and memory, and only memory is limited`, () => {
    for (const { owner, spec } of podsOf(objects))
      for (const { resources } of [...(spec.initContainers ?? []), ...spec.containers]) {
        assert.ok(resources?.requests?.["cpu"] && resources.requests["memory"], owner);
        assert.deepEqual(resources.limits, { memory: resources.requests["memory"] }, owner);
      }
  });

  test(`${installation}: no Secret and no password is rendered`, () => {
    assert.deepEqual(ofKind(objects, "Secret"), []);
    assert.doesNotMatch(JSON.stringify(objects), /postgres(?:ql)?:\/\/|redis:\/\//);
  });

  test(`${installation}: every variable of a container is named once`, () => {
    for (const { owner, spec } of podsOf(objects))
      for (const { env = [] } of spec.containers)
        assert.equal(new Set(env.map(({ name }) => name)).size, env.length, owner);
  });
}

test("two replicas and more have a budget for disruptions, one has none that would block a node's drain", () => {
  const budgets = (installation: Installation): number =>
    ofKind(objectsOf(installation), "PodDisruptionBudget").length;
  assert.equal(budgets("shared"), ofKind(objectsOf("shared"), "Deployment").length);
  assert.equal(budgets("dev"), 0);
});

test("the number of replicas is the autoscaler's where there is one, else the Deployment's", () => {
  for (const installation of ["shared", "minimal"] as const) {
    const objects = objectsOf(installation);
    const scaled = ofKind(objects, "HorizontalPodAutoscaler").map(({ metadata }) => metadata.name);
    for (const { metadata, spec } of ofKind(objects, "Deployment"))
      assert.equal(spec?.["replicas"] === undefined, scaled.includes(metadata.name), metadata.name);
  }
});

test("a pod outlives its callers' knowledge of it and the longest request", () => {
  for (const { owner, spec } of podsOf(objectsOf("shared"))) {
    if (!owner.startsWith("Deployment")) continue;
    // drainSeconds, the 35 s of shutdownGraceMs, and a margin.
    assert.equal(spec.terminationGracePeriodSeconds, 25 + 40, owner);
  }
});

test("a migration comes before everything else and needs nothing of the release, or a first install would hang", () => {
  const objects = objectsOf("shared");
  const ours = new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
  const jobs = ofKind(objects, "Job");
  const expected = ["jst-bootstrap", ...schemas.map(({ name }) => `jst-migrate-${name}`)].sort();
  assert.deepEqual(jobs.map(({ metadata }) => metadata.name).sort(), expected);
  for (const { metadata } of jobs)
    assert.equal(metadata.annotations?.["helm.sh/hook"], "pre-install,pre-upgrade");
  for (const { owner, spec } of podsOf(objects)) {
    if (!owner.startsWith("Job")) continue;
    assert.equal(spec.serviceAccountName, undefined, owner);
    for (const { secret } of spec.volumes)
      assert.equal(ours.has(`Secret ${secret?.secretName ?? ""}`), false);
  }
});

test("a changed configuration replaces the gateway's pods, and a changed secret every pod", () => {
  const annotation = (name: string, key: string, more: readonly string[]): string | undefined => {
    const { spec } = named(objectsOf("shared", more), "Deployment", name);
    const template = spec?.["template"] as { metadata: { annotations: Record<string, string> } };
    return template.metadata.annotations[key];
  };
  const changed = ["--set-json", 'gateway.corsOrigins=["https://new.example"]'];
  const rotated = ["--set", "secrets.revision=2"];
  assert.notEqual(
    annotation("jst-gateway", "jst.dev/config", []),
    annotation("jst-gateway", "jst.dev/config", changed),
  );
  assert.equal(
    annotation("jst-auth", "jst.dev/config", []),
    annotation("jst-auth", "jst.dev/config", changed),
  );
  assert.equal(annotation("jst-auth", "jst.dev/secrets-revision", rotated), "2");
});

test("the signed heads of the audit log are written to the claim that is named, and nowhere without one", () => {
  const heads = (installation: Installation): [file: string | undefined, claim: string | undefined] => {
    const { containers, volumes } = podOf(objectsOf(installation), "jst-account");
    const file = containers[0]?.env?.find(({ name }) => name === "AUDIT_HEADS_FILE")?.value;
    return [file, volumes.find((volume) => volume.persistentVolumeClaim)?.persistentVolumeClaim?.claimName];
  };
  assert.deepEqual(heads("isolated"), ["/var/lib/jst/audit-heads/heads.jsonl", "acme-audit-heads"]);
  assert.deepEqual(heads("shared"), ["", undefined]);
});

test("an image is named by its digest where one is given, else by the tag", () => {
  const digest = `sha256:${"a".repeat(64)}`;
  const objects = objectsOf("shared", ["--set", `image.digests.auth=${digest},image.tag=1.2.3`]);
  assert.equal(podOf(objects, "jst-auth").containers[0]?.image, `registry.example.com/jst/auth@${digest}`);
  assert.equal(podOf(objects, "jst-data").containers[0]?.image, "registry.example.com/jst/data:1.2.3");
});

test("a service has what the values say of it over what they say of all", () => {
  const objects = objectsOf("shared", ["--set", "defaults.memoryMiB=400,services.crm.memoryMiB=800"]);
  const memory = (name: string): string | undefined =>
    podOf(objects, name).containers[0]?.resources?.limits?.["memory"];
  assert.deepEqual([memory("jst-auth"), memory("jst-crm")], ["500Mi", "1000Mi"]);
});

test("account alone is given the fleet's provider of sign-in, and its secret from a Secret", () => {
  const set = "signIn.issuer=https://accounts.example.com,signIn.clientId=jst,secrets.signIn=sign-in";
  const objects = objectsOf("shared", ["--set", set]);
  const envOf = (name: string) =>
    podOf(objects, name).containers[0]?.env?.filter((entry) => entry.name.startsWith("SIGN_IN_")) ?? [];
  assert.deepEqual(
    envOf("jst-account").map(({ name, value, valueFrom }) => [name, value ?? valueFrom?.secretKeyRef]),
    [
      ["SIGN_IN_MAIL", "on"],
      ["SIGN_IN_OIDC_CLIENT_ID", "jst"],
      ["SIGN_IN_OIDC_CLIENT_SECRET", { name: "sign-in", key: "client-secret" }],
      ["SIGN_IN_OIDC_ISSUER", "https://accounts.example.com"],
    ],
  );
  for (const name of ["jst-auth", "jst-crm"]) assert.deepEqual(envOf(name), []);
});

test("comms alone is given the fleet's mail server, from a Secret, and its sender", () => {
  const objects = objectsOf("shared", [
    "--set",
    "mail.from=jst <no-reply@example.com>,secrets.mail=jst-mail",
  ]);
  const envOf = (name: string) =>
    podOf(objects, name).containers[0]?.env?.filter((entry) => entry.name.startsWith("PLATFORM_")) ?? [];
  assert.deepEqual(
    envOf("jst-comms").map(({ name, value, valueFrom }) => [name, value ?? valueFrom?.secretKeyRef]),
    [
      ["PLATFORM_FROM", "jst <no-reply@example.com>"],
      ["PLATFORM_SMTP_URL", { name: "jst-mail", key: "smtp-url" }],
    ],
  );
  for (const name of ["jst-account", "jst-crm"]) assert.deepEqual(envOf(name), []);
});

/** Folder on the node's disk for sources of imports. */
const WORK = "/var/lib/jst/work";

test("the bytes of files are in the claim or the bucket that is named, and the bucket's keys in a Secret", () => {
  const filesOf = (installation: Installation, more: readonly string[] = []) => {
    const { containers, volumes } = podOf(objectsOf(installation, more), "jst-data");
    const env = new Map(containers[0]?.env?.map((entry) => [entry.name, entry]));
    const keys = ["FILES_S3_ACCESS_KEY_ID", "FILES_S3_SECRET_ACCESS_KEY"].map((name) => env.get(name));
    return {
      place: env.get("FILES_STORE")?.value,
      region: env.get("FILES_S3_REGION")?.value,
      keys: keys.map((entry) => entry?.valueFrom?.secretKeyRef ?? entry?.value),
      claim: volumes.find((volume) => volume.persistentVolumeClaim)?.persistentVolumeClaim?.claimName,
      spool: env.get("FILES_SPOOL")?.value,
      mounts: containers[0]?.volumeMounts
        ?.map(({ mountPath }) => mountPath)
        .filter((at) => at.includes("/lib/")),
    };
  };
  const none = { region: "us-east-1", keys: ["", ""], spool: "" };
  assert.deepEqual(filesOf("minimal"), { ...none, place: "", claim: undefined, mounts: [WORK] });
  assert.deepEqual(filesOf("minimal", ["--set", "claims.files=bytes"]), {
    ...none,
    place: "directory:/var/lib/jst/files/bytes",
    claim: "bytes",
    mounts: ["/var/lib/jst/files", WORK],
  });
  const name = "jst-files";
  assert.deepEqual(filesOf("shared"), {
    place: "s3:https://s3.example.com/jst-files",
    region: "eu-central-1",
    keys: [
      { name, key: "access-key-id" },
      { name, key: "secret-access-key" },
    ],
    claim: undefined,
    spool: "/var/lib/jst/spool",
    mounts: ["/var/lib/jst/spool", WORK],
  });
});
