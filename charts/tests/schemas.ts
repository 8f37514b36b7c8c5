import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fetched } from "./config.ts";
import type { Manifest } from "./helm.ts";

/** Objects of operators, whose schemas come with them; the API server checks them where they are installed. */
const foreign = ["ServiceMonitor", "PrometheusRule"];

interface Definition {
  "x-kubernetes-group-version-kind"?: { group: string; version: string; kind: string }[];
}

const document = JSON.parse(readFileSync(fetched("TEST_KUBERNETES_SCHEMAS"), "utf8")) as {
  $id: string;
  $defs: Record<string, Definition>;
};
const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
ajv.addSchema(document);
const validators = new Map<string, ValidateFunction>();

/** Lists the faults of an object by Kubernetes' strict schema, each with its place. Unknown fields are refused. */
export function schemaFaults(object: Manifest): string[] {
  if (foreign.includes(object.kind)) return [];
  const name = definitionOf(object);
  if (name === undefined) return [`there is no ${object.apiVersion} ${object.kind}`];
  const validate = validators.get(name) ?? ajv.compile({ $ref: `${document.$id}#/$defs/${name}` });
  validators.set(name, validate);
  if (validate(object)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath}: ${message ?? ""} ${JSON.stringify(params)}`,
  );
}

function definitionOf({ apiVersion, kind }: Manifest): string | undefined {
  const [version, group = ""] = apiVersion.split("/").reverse();
  return Object.entries(document.$defs).find(([, definition]) =>
    definition["x-kubernetes-group-version-kind"]?.some(
      (one) => one.kind === kind && one.version === version && one.group === group,
    ),
  )?.[0];
}
