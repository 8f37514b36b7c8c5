import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseAllDocuments } from "yaml";
import { fetched } from "./config.ts";

/** An object of Kubernetes as the charts render it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
}

/** Folder of the charts. */
export const chartsDir = path.join(import.meta.dirname, "..");

/** Every combination that is documented: a profile, and what an operator adds to it. */
export const installations = {
  shared: ["profiles/shared.yaml", "examples/shared.yaml"],
  isolated: ["profiles/isolated.yaml", "examples/isolated.yaml"],
  dev: ["profiles/dev.yaml", "examples/dev.yaml"],
  minimal: ["profiles/shared.yaml", "examples/minimal.yaml"],
} as const;

/** Name of one of them. */
export type Installation = keyof typeof installations;

/** Runs a helm, 3 unless told, on the fleet's chart with the values of an installation and some more arguments. */
export function helm(
  command: "lint" | "template",
  installation: Installation,
  more: readonly string[] = [],
  program?: string,
): Rendering {
  return helmWith(command, installations[installation], more, program);
}

/** Output of helm. */
export interface Rendering {
  status: number | null;
  output: string;
  errors: string;
}

/** Renders with values files that are not a documented installation, or with a copy of the chart. */
export function helmWith(
  command: "lint" | "template",
  files: readonly string[],
  more: readonly string[],
  program = fetched("TEST_HELM"),
  chart = path.join(chartsDir, "fleet"),
): Rendering {
  const values = files.flatMap((file) => ["-f", path.join(chart, file)]);
  const words = command === "lint" ? ["lint", "--strict"] : ["template", "jst", "--kube-version", "1.34.0"];
  const args = [...words, chart, ...values, ...more];
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: stdout, errors: stderr };
}

const rendered = new Map<string, Manifest[]>();

/** Every object of an installation, in the order of the rendering; rendered once per test file. */
export function objectsOf(
  installation: Installation,
  more: readonly string[] = [],
  program = fetched("TEST_HELM"),
): Manifest[] {
  const key = [program, installation, ...more].join(" ");
  const known = rendered.get(key);
  if (known) return known;
  const { status, output, errors } = helm("template", installation, more, program);
  if (status !== 0) throw new Error(errors);
  const objects = objectsIn(output);
  rendered.set(key, objects);
  return objects;
}

/** Every object of a rendering. */
export function objectsIn(output: string): Manifest[] {
  return parseAllDocuments(output)
    .map((document) => document.toJS() as Manifest | null)
    .filter((object) => object !== null);
}

/** The objects of a kind. */
export function ofKind(objects: readonly Manifest[], kind: string): Manifest[] {
  return objects.filter((object) => object.kind === kind);
}

/** The object of a kind and name; a test that asks for it needs it. */
export function named(objects: readonly Manifest[], kind: string, name: string): Manifest {
  const found = ofKind(objects, kind).find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}
