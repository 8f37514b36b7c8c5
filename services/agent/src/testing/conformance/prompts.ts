import { cacheable } from "../../mcp/cacheable.ts";
import { invalidParams } from "../../mcp/json-rpc.ts";
import { PNG, type Answer, type Fixture } from "./answer.ts";
import { ask } from "./inputs.ts";

const said = (...contents: object[]): Answer => ({
  messages: contents.map((content) => ({ role: "user", content })),
});
const text = (value: string) => ({ type: "text", text: value });

/** Prompts by name: what they take, and what they answer. */
const prompts: Readonly<Record<string, { takes: string[]; answer: Fixture }>> = {
  test_simple_prompt: { takes: [], answer: () => said(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    takes: ["arg1", "arg2"],
    answer: ({ message }) => {
      const given = (message.params["arguments"] ?? {}) as Record<string, string>;
      return said(text(`Prompt with arguments: arg1='${given["arg1"]}', arg2='${given["arg2"]}'`));
    },
  },
  test_prompt_with_embedded_resource: {
    takes: ["resourceUri"],
    answer: ({ message }) => {
      const { resourceUri: uri } = (message.params["arguments"] ?? {}) as Record<string, string>;
      const resource = { uri, mimeType: "text/plain", text: "Embedded resource content for testing." };
      return said({ type: "resource", resource }, text("Please process the embedded resource above."));
    },
  },
  test_prompt_with_image: {
    takes: [],
    answer: () =>
      said({ type: "image", data: PNG, mimeType: "image/png" }, text("Please analyze the image above.")),
  },
  test_input_required_result_prompt: {
    takes: [],
    answer: (call) => {
      const requestedSchema = {
        type: "object",
        properties: { context: { type: "string" } },
        required: ["context"],
      };
      const params = { message: "What context should the prompt use?", requestedSchema };
      const requests = { user_context: { method: "elicitation/create", params } };
      return ask(call, requests, (given) => said(text(JSON.stringify(given))));
    },
  },
};

/** Methods of prompts that the conformance suite calls. */
export const promptMethods: Readonly<Record<string, Fixture>> = {
  "prompts/list": () => ({
    prompts: Object.entries(prompts).map(([name, { takes }]) => ({
      name,
      description: `Fixture of the conformance suite: ${name}.`,
      arguments: takes.map((argument) => ({ name: argument, description: argument, required: true })),
    })),
    ...cacheable,
  }),
  "prompts/get": (call) => {
    const prompt = prompts[String(call.message.params["name"])];
    if (prompt === undefined) throw invalidParams("There is no such prompt.");
    return prompt.answer(call);
  },
};
