import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { ensureCertificates, tlsHolders } from "../../../dev/src/certificates.ts";
import { kubectl } from "../node/kubectl.ts";
import { identityIn } from "../../../dev/src/testing/authority-exchange.ts";
import { refusalOf } from "../../../dev/src/testing/mutual-tls.ts";
import { channelCredentials, serverName } from "../../../libs/rpc/src/index.ts";
import { Secret, type TlsIdentity } from "../../../libs/config/src/index.ts";
import { component, doors, helm, newToken, podsOf } from "./fleets.ts";
import { losesNothing, type Loaded } from "./replacing.ts";
import { editSecret, entriesOf, type Entries } from "./secrets.ts";

/** The isolated tenant's fleet, which the node reaches where its ingress does. */
const release = "jst-acme";
const host = "acme.example.com";
const secretOf = (holder: string): string => `acme-tls-${holder}`;

/** Entries of the new authority's certificates. */
let folder = "";
const next = (holder: string, entry: string): string =>
  readFileSync(path.join(folder, "tls", holder, entry), "utf8");

/** Steps of docs/operate/rotate.md for certificates of a new authority. */
const steps: Readonly<Record<1 | 2 | 3, (holder: string, entries: Entries) => Entries>> = {
  1: (holder, { "ca.crt": former = "" }) => ({ "ca.crt": former + next(holder, "ca.crt") }),
  2: (holder) => ({ "tls.crt": next(holder, "tls.crt"), "tls.key": next(holder, "tls.key") }),
  3: (holder) => ({ "ca.crt": next(holder, "ca.crt") }),
};

/** Changes every holder's Secret and replaces every pod. */
async function take(step: 1 | 2 | 3): Promise<void> {
  for (const holder of tlsHolders)
    await editSecret(secretOf(holder), (entries) => steps[step](holder, entries), release);
  const upgrade = ["charts/fleet", "--reuse-values", "--set-string", `secrets.revision=step-${step}`];
  await helm(release, "upgrade", ...upgrade, "--wait", "--timeout", "15m");
}

/** Why crm does not answer who shows this certificate; undefined when it does. */
async function refusal(identity: TlsIdentity): Promise<string | undefined> {
  const crm = (await podsOf(release)).find(({ metadata }) => metadata.labels[component] === "crm");
  const address = `${crm?.status.podIP ?? ""}:${doors.grpc}`;
  return refusalOf(address, serverName("crm", identity), channelCredentials(identity));
}

describe("while clients read and write through every service of an isolated tenant, its certificates", () => {
  let fleet: Loaded;
  let former: TlsIdentity;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "jst-rotation-"));
    await ensureCertificates(path.join(folder, "tls"));
    const token = await newToken(release, `certificates-${Date.now().toString(36)}`);
    const address = ["get", "service", `${release}-public`, "--output", "jsonpath={.spec.clusterIP}"];
    const base = `http://${await kubectl("--namespace", release, ...address)}`;
    fleet = { release, base, host, token };
    const entries = await entriesOf(secretOf("gateway"), release);
    former = {
      authorities: (entries["ca.crt"] ?? "") + next("gateway", "ca.crt"),
      certificate: entries["tls.crt"] ?? "",
      key: new Secret(entries["tls.key"] ?? ""),
    };
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  test("get a second authority that everybody believes", (t) =>
    losesNothing(t, fleet, () => take(1), "0.1.0"));

  test("are exchanged for the new authority's", async (t) => {
    await losesNothing(t, fleet, () => take(2), "0.1.0");
    assert.equal(await refusal(former), undefined);
  });

  test("are refused where they are of the former authority", async (t) => {
    await losesNothing(t, fleet, () => take(3), "0.1.0");
    assert.ok(await refusal(former));
    assert.equal(await refusal(identityIn(path.join(folder, "tls/gateway"))), undefined);
    // The operator's too.
    await newToken(release, `certified-${Date.now().toString(36)}`);
  });
});
