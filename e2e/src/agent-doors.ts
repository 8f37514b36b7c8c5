import { codeOf, send, type Answer } from "./http.ts";

/** The doors at which agents call tools (agent-surfaces D3). */
export const agentDoors = ["mcp", "mcp_actions", "actions", "tools"] as const;
export type AgentDoor = (typeof agentDoors)[number];

/** One call of a tool. */
export interface ToolCall {
  name: string;
  values: Readonly<Record<string, unknown>>;
  token: string;
}

/** What a call came to, whatever shape its door answers in: the code of a refusal, or what became of the call. */
export type ToolOutcome = { code: string } | { queued: boolean };

/** Calls a tool through a door. */
export function callAt(door: AgentDoor, call: ToolCall): Promise<ToolOutcome> {
  switch (door) {
    case "mcp":
      return callByMcp("/api/v1/mcp", call);
    case "mcp_actions":
      return callByMcp("/api/v1/mcp/actions", call);
    case "actions":
      return callAction(call);
    case "tools":
      return callFunction(call);
  }
}

async function callByMcp(path: string, { name, values, token }: ToolCall): Promise<ToolOutcome> {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: values } };
  const answer = await send({ method: "POST", path, token, body });
  const { result } = answer.body as { result?: { structuredContent: Outcome } };
  return result === undefined ? refusal(answer) : outcomeOf(result.structuredContent);
}

async function callAction({ name, values, token }: ToolCall): Promise<ToolOutcome> {
  const body = { arguments: values };
  const answer = await send({ method: "POST", path: `/api/v1/actions/${name}`, token, body });
  return answer.status >= 400 ? refusal(answer) : outcomeOf(answer.body as Outcome);
}

async function callFunction({ name, values, token }: ToolCall): Promise<ToolOutcome> {
  const body = { name, arguments: values };
  const answer = await send({ method: "POST", path: "/api/v1/tools/call", token, body });
  if (answer.status >= 400) return refusal(answer);
  const { result = {}, error } = answer.body as { result?: Outcome; error?: { code: string } };
  return outcomeOf(error === undefined ? result : { error });
}

interface Outcome {
  queued?: boolean;
  error?: { code: string };
}

const outcomeOf = ({ queued, error }: Outcome): ToolOutcome =>
  error === undefined ? { queued: queued === true } : { code: error.code };

const refusal = (answer: Answer): ToolOutcome => ({ code: codeOf(answer) ?? String(answer.status) });
