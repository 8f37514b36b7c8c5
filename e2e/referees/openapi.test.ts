import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import spectralRulesets from "@stoplight/spectral-rulesets";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { send } from "../src/http.ts";

/** The platform's description of itself, read by programs that others wrote (delivery and security, OpenAPI). */
const timeout = 120_000;
const path = "/api/.well-known/openapi.json";

interface Media {
  schema: object;
  example?: unknown;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let document: Description;
let source = "";
before(async () => {
  document = (await send({ path })).body as Description;
  source = JSON.stringify(document);
});

test("Redocly's recommended rules find nothing", { timeout }, async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  // A development fleet has a loopback address, which Redocly reports. The next test finds ambiguous requests.
  const apart = new Set(["no-server-example.com", "no-ambiguous-paths"]);
  const found = problems.filter(({ ruleId }) => !apart.has(ruleId));
  assert.deepEqual(
    found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`),
    [],
  );
});

test("no request matches two paths that are equally specific", { timeout }, () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => [method, ...path.split("/")]),
  );
  const ambiguous = operations.flatMap((one, index) =>
    operations.slice(index + 1).flatMap((other) => (areAmbiguous(one, other) ? [[one, other]] : [])),
  );
  assert.deepEqual(ambiguous, []);
});

test("Spectral's rules for OpenAPI find nothing", { timeout }, async () => {
  const { Document, Spectral } = spectralCore;
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[spectralRulesets.oas, "recommended"]] });
  const found = await spectral.run(new Document(source, spectralParsers.Json, "openapi.json"));
  assert.deepEqual(
    found.map(({ code, message, path: at }) => `${code}: ${message} ${at.join("/")}`),
    [],
  );
});

describe("every body", () => {
  test("of a request and of a success has an example that its own schema accepts", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: "openapi", components: document.components });
    const faults: string[] = [];
    for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
      for (const [name, media] of mediaOf(operation)) {
        const text = JSON.stringify(media.schema).replaceAll('"#/components', '"openapi#/components');
        const validate = ajv.compile(JSON.parse(text) as object);
        if (media.example === undefined) faults.push(`${operation.operationId} ${name}: has none`);
        else if (!validate(media.example))
          faults.push(`${operation.operationId} ${name}: ${ajv.errorsText(validate.errors)}`);
      }
    }
    assert.deepEqual(faults, []);
  });
});

/** JSON bodies of the request and of success; JSON-RPC answers with whatever was asked. */
function mediaOf({ requestBody, responses }: Operation): [string, Media][] {
  const bodies = [
    ["request", requestBody?.content["application/json"]],
    ...["200", "201"].map((status) => [status, responses[status]?.content?.["application/json"]]),
  ] as [string, Media | undefined][];
  return bodies.filter((entry): entry is [string, Media] => entry[1] !== undefined && !isRpc(entry[1]));
}

function isRpc({ schema }: Media): boolean {
  return JSON.stringify(schema).includes("JsonRpcResponse");
}

/** Compares as Redocly's rule does, but with the method: POST of one path is not GET of the other. */
function areAmbiguous(one: string[], other: string[]): boolean {
  const parameters = (segments: string[]) => segments.filter(isParameter).length;
  return (
    one.length === other.length &&
    parameters(one) === parameters(other) &&
    one.every((segment, index) => segment === other[index] || [segment, other[index] ?? ""].some(isParameter))
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}
