import { codeOf, send, type Answer, type Request } from "./http.ts";

/** The doors at which agents call tools (trust.matrix). */
export const agentDoors = ["mcp", "mcp_actions", "actions", "tools"] as const;
export type AgentDoor = (typeof agentDoors)[number];

/** One call of a tool. */
export interface ToolCall {
  name: string;
  values: Readonly<Record<string, unknown>>;
  token: string;
}

/** Outcome of a call in the form of any door: the code of a refusal, or the state of the call. */
export type ToolOutcome = { code: string } | { queued: boolean };

/** The request by which a door is asked for the call. */
export function requestAt(door: AgentDoor, { name, values }: Omit<ToolCall, "token">): Request {
  const post = (path: string, body: unknown): Request => ({ method: "POST", path, body });
  const params = { name, arguments: values };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  switch (door) {
    case "mcp":
      return post("/api/v1/mcp", message);
    case "mcp_actions":
      return post("/api/v1/mcp/actions", message);
    case "actions":
      return post(`/api/v1/actions/${name}`, { arguments: values });
    case "tools":
      return post("/api/v1/tools/call", params);
  }
}

/** Calls a tool through a door. */
export function callAt(door: AgentDoor, call: ToolCall): Promise<ToolOutcome> {
  switch (door) {
    case "mcp":
    case "mcp_actions":
      return callByMcp(door, call);
    case "actions":
      return callAction(call);
    case "tools":
      return callFunction(call);
  }
}

async function callByMcp(door: AgentDoor, { token, ...call }: ToolCall): Promise<ToolOutcome> {
  const answer = await send({ ...requestAt(door, call), token });
  const { result } = answer.body as { result?: { structuredContent: Outcome } };
  return result === undefined ? refusal(answer) : outcomeOf(result.structuredContent);
}

async function callAction({ token, ...call }: ToolCall): Promise<ToolOutcome> {
  const answer = await send({ ...requestAt("actions", call), token });
  return answer.status >= 400 ? refusal(answer) : outcomeOf(answer.body as Outcome);
}

async function callFunction({ token, ...call }: ToolCall): Promise<ToolOutcome> {
  const answer = await send({ ...requestAt("tools", call), token });
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
