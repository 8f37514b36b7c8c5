import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { mcpToTool } from "@google/genai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { toStrictJsonSchema } from "openai/lib/transform";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** The catalogues as the vendors' own SDKs read them (agents.referees). */
let token = "";
before(async () => {
  ({ token } = await newTeam("catalogues"));
});

async function catalogue<Entry>(format: string): Promise<Entry[]> {
  const { body } = await send({ path: `/api/v1/tools?format=${format}`, token });
  return (body as { tools: Entry[] }).tools;
}

interface FunctionTool {
  name: string;
  strict: boolean;
  parameters: object;
}
interface McpTool {
  name: string;
  inputSchema: object;
  outputSchema: object;
}

describe("OpenAI's SDK", () => {
  test("has nothing to change in a schema that we call strict, in either API", async () => {
    const chat = (await catalogue<{ function: FunctionTool }>("openai")).map((one) => one.function);
    const flat = await catalogue<FunctionTool>("openai-responses");
    assert.deepEqual(
      flat.map(({ name, strict, parameters }) => ({ name, strict, parameters })),
      chat.map(({ name, strict, parameters }) => ({ name, strict, parameters })),
    );
    const strict = chat.filter((tool) => tool.strict);
    assert.ok(strict.length > 0);
    for (const { name, parameters } of strict)
      assert.deepEqual(toStrictJsonSchema(structuredClone(parameters)), parameters, name);
  });
});

test("Anthropic's SDK takes every schema", async () => {
  for (const tool of await catalogue<{ name: string; input_schema: object }>("anthropic"))
    assert.doesNotThrow(() => transformJSONSchema(structuredClone(tool.input_schema)), tool.name);
});

test("Google's SDK makes function declarations of our MCP server, and calls one", async () => {
  const client = new Client({ name: "referee", version: "1.0.0" });
  const headers = { authorization: `Bearer ${token}` };
  const url = new URL(`${fleet().base_url}/api/v1/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  try {
    const callable = mcpToTool(client);
    const { functionDeclarations = [] } = await callable.tool();
    const [declared] = await catalogue<{ functionDeclarations: { name: string }[] }>("gemini");
    const names = (list: readonly { name?: string }[]) => list.map(({ name }) => name).sort();
    assert.deepEqual(names(functionDeclarations), names(declared?.functionDeclarations ?? []));
    const [part] = await callable.callTool([{ name: "list_tables", args: {} }]);
    assert.ok(JSON.stringify(part?.functionResponse?.response).includes("assets"));
  } finally {
    await client.close();
  }
});

describe("JSON Schema 2020-12", () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);

  test("compiles every schema of every tool in strict mode, in each format that has one", async () => {
    for (const { name, inputSchema, outputSchema } of await catalogue<McpTool>("mcp")) {
      assert.doesNotThrow(() => ajv.compile(inputSchema), name);
      assert.doesNotThrow(() => ajv.compile(outputSchema), name);
    }
    for (const { name, parameters } of await catalogue<FunctionTool>("openai-responses"))
      assert.doesNotThrow(() => ajv.compile(parameters), name);
  });

  test("accepts the result of every read, and of every refusal, by the tool's output schema", async () => {
    for (const { name, outputSchema } of await catalogue<McpTool>("mcp")) {
      const validate = ajv.compile(outputSchema);
      for (const values of [{}, { table_id: "assets" }, { moon: 1 }]) {
        const body = { name, arguments: values };
        const answer = await send({ method: "POST", path: "/api/v1/tools/call?format=mcp", token, body });
        if (answer.status !== 200) continue;
        const { structuredContent } = answer.body as { structuredContent: unknown };
        assert.ok(validate(structuredContent), `${name}: ${ajv.errorsText(validate.errors)}`);
      }
    }
  });
});
