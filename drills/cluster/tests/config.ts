import type { NodeMaterial } from "../node/node.ts";

/** Helm, as `make cluster-test` gives it. */
export function helmProgram(): string {
  return given("TEST_HELM");
}

/** The folder in which the node keeps what it has. */
export function nodeFolder(): string {
  return (JSON.parse(given("NODE_MATERIAL")) as NodeMaterial).folder;
}

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; run \`make cluster-test\`.`);
  return value;
}
