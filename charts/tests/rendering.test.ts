import assert from "node:assert/strict";
import { test } from "node:test";
import { helms } from "./config.ts";
import { helm, installations, objectsOf, type Installation } from "./helm.ts";
import { schemaFaults } from "./schemas.ts";

for (const installation of Object.keys(installations) as Installation[]) {
  for (const [name, program] of Object.entries(helms())) {
    test(`${installation}: ${name} finds nothing to complain of, and renders what Helm 3 renders`, () => {
      const { status, output, errors } = helm("lint", installation, [], program);
      assert.equal(status, 0, output + errors);
      assert.doesNotMatch(output + errors, /\[(?:WARNING|ERROR)\]/);
      assert.deepEqual(objectsOf(installation, [], program), objectsOf(installation));
    });
  }

  test(`${installation}: every object is one that Kubernetes takes, without a misspelt field`, () => {
    const objects = objectsOf(installation);
    assert.ok(objects.length > 30);
    const faults = objects.flatMap((object) =>
      schemaFaults(object).map((fault) => `${object.kind} ${object.metadata.name} ${fault}`),
    );
    assert.deepEqual(faults, []);
  });

  test(`${installation}: no two objects have one name, and none says which namespace it is for`, () => {
    const names = objectsOf(installation).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
    assert.deepEqual(
      objectsOf(installation).filter(({ metadata }) => "namespace" in metadata),
      [],
    );
  });
}

test("a misspelt field of an object is found", () => {
  const [deployment] = objectsOf("shared").filter(({ kind }) => kind === "Deployment");
  assert.ok(deployment?.spec);
  const spoilt = { ...deployment, spec: { ...deployment.spec, minReadySecond: 5 } };
  assert.match(schemaFaults(spoilt).join(), /additionalProperty":"minReadySecond/);
});
