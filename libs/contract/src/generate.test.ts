import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  createFileRegistry,
  fromBinary,
  getOption,
  toJson,
  type DescExtension,
  type DescMethod,
  type Message,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { loadFileDescriptorSetFromBuffer } from "@grpc/proto-loader";
import { Validator } from "@seriousme/openapi-schema-validator";
import { changed, fixture, generateFrom, generatedText, platformSet } from "./fixture-protos.ts";
import { generate } from "./generate.ts";
import { staleFiles, writeFiles } from "./tree.ts";

/** An HTTP rule, as far as bodies go. */
interface Bound {
  body?: string;
}

/** An OpenAPI description, as far as its schemas go. */
interface Described {
  paths: Record<
    string,
    {
      get: {
        responses: Record<
          string,
          { content: Record<string, { schema: { anyOf?: unknown[]; oneOf?: unknown[] } }> }
        >;
      };
    }
  >;
  components: { schemas: object };
}

async function inTempTree(work: (root: string) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "jst-tree-"));
  try {
    await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

test("the same protos give the same bytes", async () => {
  const [one, two] = [await platformSet(), await platformSet()];
  assert.deepEqual(generate(one, {}), generate(two, {}));
});

test("a tree is stale where a generated file is changed, missing or superfluous, and only there", async () => {
  const files = await generateFrom(fixture);
  await inTempTree(async (dir) => {
    assert.equal((await staleFiles(dir, files)).length, files.length);
    await writeFiles(dir, files);
    assert.deepEqual(await staleFiles(dir, files), []);
    await writeFile(join(dir, "services/shop/gen/rpc.ts"), "// edited\n");
    await writeFile(join(dir, "services/shop/gen/stranger.ts"), "");
    await rm(join(dir, "gateway/gen/descriptor.binpb"));
    const stale = [
      "gateway/gen/descriptor.binpb",
      "services/shop/gen/rpc.ts",
      "services/shop/gen/stranger.ts",
    ];
    assert.deepEqual(await staleFiles(dir, files), stale);
    assert.deepEqual(await writeFiles(dir, files), stale);
    assert.deepEqual(await staleFiles(dir, files), []);
  });
});

test("a registry imports every handler by its file and holds it to its type", async () => {
  const registry = await generatedText(fixture, "services/shop/gen/registry.ts");
  assert.match(registry, /import \{ createThing \} from "\.\.\/src\/things\/create-thing\.ts";/);
  assert.match(registry, /const createThingHandler: Handler<"CreateThing"> = createThing;/);
  assert.match(registry, /const countThingsHandler: InternalHandler<"CountThings"> = countThings;/);
});

test("a registry takes a handler without a file of its own from the lifecycle of its folder", async () => {
  const folder = "services/shop/src/things";
  const files = ["count-things.ts", "lifecycle.ts"].map((name) => `${folder}/${name}`);
  const made = await generateFrom(fixture, {}, files);
  const registry = String(made.find(({ path }) => path === "services/shop/gen/registry.ts")?.content);
  assert.match(registry, /import \{ listThings, createThing \} from "\.\.\/src\/things\/lifecycle\.ts";/);
  assert.match(registry, /import \{ countThings \} from "\.\.\/src\/things\/count-things\.ts";/);
});

test("the handlers of a service are in the folder and in the file that it names", async () => {
  for (const [option, from] of [
    [".folder", '{ createThing } from "../src/shelf/create-thing.ts"'],
    [".file", '{ listThings, createThing, countThings } from "../src/things/shelf.ts"'],
  ] as const) {
    const named = changed(
      "service Things {",
      `service Things { option (platform.v1.handlers)${option} = "shelf";`,
    );
    const registry = await generatedText(named, "services/shop/gen/registry.ts");
    assert.ok(registry.includes(from), registry.slice(0, 1_000));
  }
});

test("a service's descriptor set serves proto-loader: path fields and body travel, nothing else is in it", async () => {
  const file = (await generateFrom(fixture)).find(
    ({ path }) => path === "services/shop/gen/descriptor.binpb",
  );
  assert.ok(file && typeof file.content !== "string");
  const loaded = loadFileDescriptorSetFromBuffer(Buffer.from(file.content), {
    keepCase: true,
    defaults: false,
  });
  const service = loaded["shop.v1.Things"] as unknown as Record<
    string,
    { path: string; requestSerialize(value: object): Buffer; requestDeserialize(bytes: Buffer): object }
  >;
  const body = { content_type: "application/json", data: Buffer.from("{}") };
  const [listing, creating] = [service["ListThings"], service["CreateThing"]];
  assert.equal(creating?.path, "/shop.v1.Things/CreateThing");
  for (const [method, call] of [
    [creating, { box_id: "b", body }],
    // It takes no body; one that is sent travels, for the service to refuse.
    [listing, { body }],
  ] as const) {
    assert.ok(method);
    assert.deepEqual(
      structuredClone(method.requestDeserialize(method.requestSerialize(call))),
      structuredClone(call),
    );
  }
  assert.ok(!("shop.v1.ThingCreate" in loaded));
});

test("the transcoder binds a body to the field of it for every rpc and alias, also where the rpc takes none", async () => {
  const files = generate(await platformSet(), {});
  const descriptor = files.find(({ path }) => path === "gateway/gen/descriptor.binpb")?.content;
  assert.ok(descriptor && typeof descriptor !== "string");
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, descriptor));
  const http = registry.getExtension("google.api.http");
  assert.ok(http?.message);
  // The library types this only for options that are generated as code.
  const read = getOption as unknown as (desc: DescMethod, extension: DescExtension) => Message;
  const methods = [...registry].flatMap((desc) => (desc.kind === "service" ? desc.methods : []));
  assert.ok(methods.length > 0);
  for (const method of methods) {
    const rule = toJson(http.message, read(method, http)) as Bound & { additionalBindings?: Bound[] };
    const bound = [rule, ...(rule.additionalBindings ?? [])].map(({ body }) => body);
    assert.deepEqual([...new Set(bound)], ["body"], method.name);
    assert.ok(
      method.input.fields.some(({ name }) => name === "body"),
      method.name,
    );
  }
});

test("an OpenAPI description is valid, names aliases and says who may call", async () => {
  const files = generate(await platformSet(), {});
  const openapi = JSON.parse(String(files.find(({ path }) => path.endsWith("openapi.json"))?.content)) as {
    paths: Record<
      string,
      Record<string, { operationId: string; security?: unknown[]; "x-alias-of"?: string }>
    >;
  };
  const result = await new Validator().validate(openapi);
  assert.ok(result.valid, JSON.stringify(result.errors));
  const operations = Object.values(openapi.paths).flatMap((path) => Object.values(path));
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  assert.equal(openapi.paths["/api/v1/tables/tables"]?.["get"]?.["x-alias-of"], "/api/v1/data/tables");
  assert.deepEqual(openapi.paths["/api/.well-known/openapi.json"]?.["get"]?.security, []);
});

test("another reply of an rpc is described by its message, or by words alone", async () => {
  const from = 'query: "ListThingsQuery" response: "Thing"';
  const schemaOf = async (options: string) => {
    const text = await generatedText(changed(from, `${from} ${options}`), "services/agent/gen/openapi.json");
    const { paths, components } = JSON.parse(text) as Described;
    assert.ok("Part" in components.schemas);
    const schema = paths["/api/v1/things"]?.get.responses["200"]?.content["application/json"]?.schema;
    return (schema?.oneOf ?? schema?.anyOf)?.[1];
  };
  const described = { allOf: [{ $ref: "#/components/schemas/Part" }], description: "With parts." };
  assert.deepEqual(await schemaOf('other_response: "With parts." alternative: "Part"'), described);
  assert.deepEqual(await schemaOf('other_response: "With parts."'), {
    type: "object",
    description: "With parts.",
  });
});

test("OpenAPI names the headers of a recorded write wherever a service sends them, and nowhere else", async () => {
  const text = generate(await platformSet(), {}).find(({ path }) => path.endsWith("openapi.json"))?.content;
  const { paths } = JSON.parse(String(text)) as {
    paths: Record<
      string,
      Record<string, { operationId: string; responses: Record<string, { headers?: object }> }>
    >;
  };
  for (const header of ["X-Changeset-Id", "Idempotency-Replayed"]) {
    const [naming, silent]: [string[], string[]] = [[], []];
    for (const [verb, { operationId, responses }] of Object.values(paths).flatMap((each) =>
      Object.entries(each),
    )) {
      const isNamed = Object.values(responses).some(({ headers = {} }) => header in headers);
      if (isNamed === (verb === "get")) (isNamed ? naming : silent).push(operationId);
    }
    // Rpcs that never carry If-Match: agents' doors answer in the body, a search writes nothing, a token refresh and a
    // page have no caller, and neither have callbacks.
    const calls = ["callMcp", "callMcpActions", "callTool", "callExtensionTool", "runAction"];
    const doors = [...calls, "refreshToken", "tryApprovalRules", "searchContext"];
    const booking = ["sendBooking", "moveBooking", "callOffBooking", "declineBooking"];
    const pages = [
      ...booking,
      "decideChangesets",
      "decideQuote",
      "payCheckout",
      "payOnInvoice",
      "sendForm",
      "unsubscribe",
    ];
    const people = [
      "startSignIn",
      "useSignInLink",
      "signInWithPasskey",
      "signOut",
      "startPasskeySignIn",
      "endSessionOfAccount",
      "disconnectOnPage",
      "setModeOnPage",
    ];
    const inbound = ["receiveMime", "receiveStripeEvent", "receiveTwilioMessage", "receiveTwilioStatus"];
    assert.deepEqual(silent.sort(), [...doors, ...pages, ...people, ...inbound].sort());
    assert.deepEqual(naming, []);
  }
});

test("index and OpenAPI hold the same verbs and paths, but for the open ones outside of /api and those of members alone", async () => {
  const files = generate(await platformSet(), {});
  const text = (name: string): string => String(files.find(({ path }) => path.endsWith(name))?.content);
  const index = JSON.parse(text("index.json")) as { paths: { method: string; path: string }[] };
  const openapi = JSON.parse(text("openapi.json")) as {
    paths: Record<string, Record<string, { security?: object[] }>>;
  };
  const described = Object.entries(openapi.paths)
    .filter(([path]) => !/^\/(?:p|console)(?:\/|$)/.test(path))
    .flatMap(([path, verbs]) =>
      Object.entries(verbs)
        .filter(([, { security = [] }]) => !security.some((one) => "session" in one))
        .map(([verb]) => `${verb.toUpperCase()} ${path}`),
    );
  assert.deepEqual(index.paths.map(({ method, path }) => `${method} ${path}`).sort(), described.sort());
});
