import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  installations,
  named,
  objectsOf,
  type Installation,
  type Manifest,
} from "../../../charts/tests/helm.ts";
import { dryRun, makeNamespace } from "./kubectl.ts";

const namespace = "charts";
/** Their definitions come with an operator that is not here. */
const foreign = ["ServiceMonitor", "PrometheusRule"];

before(() => makeNamespace(namespace));

for (const installation of Object.keys(installations) as Installation[]) {
  test(`${installation}: the API server takes every object, without a warning, at the restricted level`, () => {
    const objects = objectsOf(installation).filter(({ kind }) => !foreign.includes(kind));
    const { status, output } = dryRun(namespace, objects);
    assert.equal(status, 0, output);
    assert.equal(output.match(/created \(server dry run\)/g)?.length, objects.length);
  });
}

/** The Deployment of crm with one thing changed in its text. */
function spoilt(from: string, to: string): Manifest {
  const text = JSON.stringify(named(objectsOf("shared"), "Deployment", "jst-crm"));
  assert.ok(text.includes(from));
  return JSON.parse(text.replace(from, to)) as Manifest;
}

for (const [name, object, reason] of [
  [
    "a pod that may be root",
    spoilt('"runAsNonRoot":true', '"runAsNonRoot":false'),
    /violate PodSecurity "restricted/,
  ],
  [
    "a port that is none",
    spoilt('"containerPort":9000', '"containerPort":99000'),
    /must be between 1 and 65535/,
  ],
  ["a field that is misspelt", spoilt('"minReadySeconds"', '"minReadySecs"'), /unknown field "minReadySecs"/],
] as const) {
  test(`the API server refuses ${name}`, () => {
    const { status, output } = dryRun(namespace, [object]);
    assert.notEqual(status, 0);
    assert.match(output, reason);
  });
}
