import { AppError } from "@jst/errors";
import { RpcError } from "../../mcp/json-rpc.ts";
import { capabilitiesOf, PNG, textOf, WAV, type Fixture } from "./answer.ts";
import { inputTools } from "./inputs.ts";

const MISSING_CAPABILITY = -32_021;
const image = { type: "image", data: PNG, mimeType: "image/png" };
const resource = (uri: string, mimeType: string, text: string) => ({
  type: "resource",
  resource: { uri, mimeType, text },
});

/** The tools that the conformance suite calls. */
export const fixtureTools: Readonly<Record<string, Fixture>> = {
  test_simple_text: () => textOf("This is a simple text response for testing."),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    ...textOf("This tool intentionally returns an error for testing"),
    isError: true,
  }),
  test_logging_tool: () => textOf("Nothing was logged."),
  test_missing_capability: (call) => {
    if ("sampling" in capabilitiesOf(call)) return textOf("The client can sample.");
    const extension = { requiredCapabilities: { sampling: {} } };
    const error = new AppError("bad_request", "This needs the client's sampling.", { extension });
    throw new RpcError(MISSING_CAPABILITY, 400, error);
  },
  json_schema_2020_12_tool: () => textOf("Its schema is what counts."),
  ...inputTools,
};

/** As tools/list shows them. */
export const fixtureEntries = Object.keys(fixtureTools).map((name) => ({
  name,
  description: `Fixture of the conformance suite: ${name}.`,
  inputSchema: name === "json_schema_2020_12_tool" ? everyKeyword() : { type: "object", properties: {} },
}));

/** Keywords that must come through tools/list as they are. */
function everyKeyword(): object {
  const text = { type: "string" };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address: { $anchor: "addressDef", type: "object", properties: { street: text, city: text } } },
    properties: {
      name: text,
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: text,
      email: text,
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  };
}
