import assert from "node:assert/strict";
import { test } from "node:test";
import { kubectl } from "../node/kubectl.ts";
import { until } from "../../../dev/src/process/until.ts";
import { component, podsOf } from "./fleets.ts";

const limitMs = 180_000;

interface Readiness {
  status: { readyReplicas?: number; replicas: number };
}

for (const name of ["auth", "crm", "gateway"]) {
  test(`a pod of ${name} that is killed is replaced by another`, async () => {
    const own = async (): Promise<string[]> =>
      (await podsOf("jst"))
        .filter(({ metadata: { labels, deletionTimestamp } }) => {
          return labels[component] === name && deletionTimestamp === undefined;
        })
        .map(({ metadata }) => metadata.name);
    const [victim = ""] = await own();
    await kubectl("--namespace", "jst", "delete", "pod", victim, "--grace-period=0", "--force");
    const isReplaced = async (): Promise<boolean> => {
      const output = await kubectl(
        "--namespace",
        "jst",
        "get",
        "deployment",
        `jst-${name}`,
        "--output",
        "json",
      );
      const { status } = JSON.parse(output) as Readiness;
      const pods = await own();
      return (
        status.readyReplicas === 2 && status.replicas === 2 && pods.length === 2 && !pods.includes(victim)
      );
    };
    assert.ok(await until(isReplaced, limitMs));
  });
}
