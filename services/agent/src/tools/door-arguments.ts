import type { Tool } from "./tool.ts";

/** Members of a call beside its arguments (agents.confirm, agents.idempotency, trust.reason). */
export interface CallEnvelope {
  confirm?: boolean;
  confirm_token?: string;
  idempotency_key?: string;
  /** Goes beside the arguments: some tools do not take it as one. */
  change_reason?: string;
}

/**
 * The arguments with those of the envelope, which mean the same. What the tool does not take is dropped: a read has
 * nothing to confirm and no write to name.
 */
export function withEnvelope(
  tool: Pick<Tool, "inputSchema">,
  values: Readonly<Record<string, unknown>>,
  { confirm, confirm_token, idempotency_key }: CallEnvelope,
): Record<string, unknown> {
  const taken = tool.inputSchema["properties"] as object;
  const said = { ...(confirm === true ? { confirm } : {}), confirm_token, idempotency_key };
  const own = Object.entries(said).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(taken, name),
  );
  return { ...values, ...Object.fromEntries(own) };
}
