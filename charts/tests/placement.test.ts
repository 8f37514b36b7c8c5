import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { test } from "node:test";
import { installations, objectsOf, type Installation } from "./helm.ts";
import { podsOf, type Pod } from "./pods.ts";

const toleration = { key: "dedicated", operator: "Equal", value: "jst", effect: "NoSchedule" };
const entry = { name: "UV_THREADPOOL_SIZE", value: "8" };

/** Each value that is about every pod, and whether a pod has it. */
const values: readonly [value: string, given: unknown, isOf: (pod: Pod) => boolean][] = [
  [
    "defaults.nodeSelector",
    { "example.com/pool": "jst" },
    ({ spec }) => spec.nodeSelector?.["example.com/pool"] === "jst",
  ],
  ["defaults.tolerations", [toleration], ({ spec }) => isDeepStrictEqual(spec.tolerations, [toleration])],
  ["defaults.priorityClassName", "business", ({ spec }) => spec.priorityClassName === "business"],
  [
    "defaults.podLabels",
    { "example.com/team": "platform" },
    ({ metadata }) => metadata.labels["example.com/team"] === "platform",
  ],
  [
    "defaults.podAnnotations",
    { "example.com/inject": "false" },
    ({ metadata }) => metadata.annotations?.["example.com/inject"] === "false",
  ],
  [
    "image.pullSecrets",
    ["registry"],
    ({ spec }) => isDeepStrictEqual(spec.imagePullSecrets, [{ name: "registry" }]),
  ],
];
const extraEnv = ["--set-json", `defaults.extraEnv=${JSON.stringify([entry])}`];
const all = [
  ...values.flatMap(([value, given]) => ["--set-json", `${value}=${JSON.stringify(given)}`]),
  ...extraEnv,
];

/** Owners of the pods that lack something. */
function without(pods: readonly Pod[], isOf: (pod: Pod) => boolean): string[] {
  return pods.filter((pod) => !isOf(pod)).map(({ owner }) => owner);
}

for (const installation of Object.keys(installations) as Installation[]) {
  const pods = podsOf(objectsOf(installation, all));

  for (const [value, , isOf] of values) {
    test(`${installation}: ${value} is of every pod, also of those that run once`, () => {
      assert.deepEqual(without(pods, isOf), []);
    });
  }

  test(`${installation}: defaults.extraEnv is of every container but those of the stores, and named once`, () => {
    const programs = pods.filter(({ owner }) => !owner.startsWith("StatefulSet"));
    const isOf = ({ spec }: Pod): boolean =>
      [...(spec.initContainers ?? []), ...spec.containers].every(
        ({ env = [] }) => env.filter(({ name }) => name === entry.name).length === 1,
      );
    assert.deepEqual(without(programs, isOf), []);
  });

  test(`${installation}: these values change no label of the chart's own, by which Services and policies select`, () => {
    const own = ({ owner, metadata: { labels } }: Pod): unknown => {
      const kept = Object.entries(labels).filter(([label]) => !label.startsWith("example.com/"));
      return [owner, kept];
    };
    assert.deepEqual(pods.map(own), podsOf(objectsOf(installation)).map(own));
  });
}

test("what is looked at has Deployments, Jobs, the stores' StatefulSets and the pod of helm test", () => {
  const kinds = podsOf(objectsOf("dev", all)).map(({ owner }) => owner.split(" ")[0]);
  assert.deepEqual([...new Set(kinds)].sort(), ["Deployment", "Job", "Pod", "StatefulSet"]);
});
