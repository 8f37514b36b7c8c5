import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { McpCall } from "../../mcp/server.ts";
import { isObject } from "../../is-object.ts";
import { invalidParams } from "../../mcp/json-rpc.ts";
import { capabilitiesOf, textOf, type Answer, type Fixture } from "./answer.ts";

/** Questions to a client, by key. */
type Requests = Readonly<Record<string, { method: string; params: object }>>;

const elicit = (message: string, name: string, type = "string") => ({
  method: "elicitation/create",
  params: {
    message,
    requestedSchema: { type: "object", properties: { [name]: { type } }, required: [name] },
  },
});
const sample = (text: string, maxTokens = 100) => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text } }], maxTokens },
});
const roots = { method: "roots/list", params: {} };
const capability: Readonly<Record<string, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** Tools that ask the client for something before they answer, round after round. */
export const inputTools: Readonly<Record<string, Fixture>> = {
  test_input_required_result_elicitation: asking([{ user_name: elicit("What is your name?", "name") }]),
  test_input_required_result_sampling: asking([
    { capital_question: sample("What is the capital of France?") },
  ]),
  test_input_required_result_list_roots: asking([{ client_roots: roots }]),
  test_input_required_result_request_state: sealed([{ confirm: elicit("Please confirm", "ok", "boolean") }]),
  test_input_required_result_multiple_inputs: sealed([
    {
      user_name: elicit("What is your name?", "name"),
      greeting: sample("Generate a greeting", 50),
      client_roots: roots,
    },
  ]),
  test_input_required_result_multi_round: sealed([
    { step1: elicit("Step 1: What is your name?", "name") },
    { step2: elicit("Step 2: What is your favorite color?", "color") },
  ]),
  test_input_required_result_tampered_state: sealed([{ confirm: elicit("Please confirm", "ok", "boolean") }]),
  test_input_required_result_capabilities: (call) => {
    const all = { user_name: elicit("What is your name?", "name"), greeting: sample("Say hello") };
    const declared = capabilitiesOf(call);
    const able = Object.entries(all).filter(([, { method }]) => (capability[method] ?? "") in declared);
    return ask(call, Object.fromEntries(able), (given) => textOf(JSON.stringify(given)));
  },
  test_streaming_elicitation: asking([{ user_name: elicit("What is your name?", "name") }]),
};

/** Asks for what is missing among the client's responses, else answers what comes of them. */
export function ask(call: McpCall, requests: Requests, done: (given: Answer) => Answer): Answer {
  const given = call.message.params["inputResponses"];
  const isGiven = isObject(given) && Object.keys(requests).every((key) => isObject(given[key]));
  return isGiven ? done(given) : { resultType: "input_required", inputRequests: requests };
}

function asking([requests = {}]: readonly Requests[]): Fixture {
  return (call) => ask(call, requests, (given) => textOf(`Hello: ${JSON.stringify(given)}`));
}

/** The same over several rounds: where it stands travels with the client, and a changed text is refused. */
function sealed(rounds: readonly Requests[]): Fixture {
  return (call) => {
    const state = call.message.params["requestState"];
    const round = state === undefined ? -1 : roundOf(state);
    const next = (): Answer => {
      const inputRequests = rounds[round + 1];
      if (inputRequests === undefined) return textOf("state-ok");
      return { resultType: "input_required", inputRequests, requestState: seal(String(round + 1)) };
    };
    return round < 0 ? next() : ask(call, rounds[round] ?? {}, next);
  };
}

const key = randomBytes(32);

function seal(text: string): string {
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

function roundOf(state: unknown): number {
  const [text = ""] = String(state).split(".");
  const [is, shouldBe] = [Buffer.from(String(state)), Buffer.from(seal(text))];
  if (is.length === shouldBe.length && timingSafeEqual(is, shouldBe)) return Number(text);
  throw invalidParams("This requestState was not made here.");
}
