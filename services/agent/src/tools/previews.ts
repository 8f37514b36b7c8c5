import { AppError } from "@jst/errors";
import type { ToolOutcome } from "./tool-call.ts";
import { CONSENT_SECONDS } from "./confirmations.ts";
import type { UpstreamReply } from "./upstreams.ts";

/** Reply of a service to a preview. */
interface Preview {
  summary: string;
  preview: unknown[];
  /** Outcome by the matrix and the rules of the team: `run` or `queue`. */
  outcome: string;
  /** Rule that says so; null where none does. */
  rule: { id: string; name: string } | null;
}

/** The outcome of a dry run (agents.dry-run): what the write would change, or the refusal it would meet. */
export function dryRun(reply: UpstreamReply): ToolOutcome {
  if (reply.status >= 400) return refusal(reply);
  const { preview, outcome, rule } = previewOf(reply);
  const json = JSON.stringify({ dry_run: true, preview, outcome, rule });
  return { json, isQueued: false, more: { preview: true } };
}

/**
 * Handles a call without consent: throws confirmation_required with its effect (agents.confirm), or answers the refusal
 * that it would meet even with consent.
 */
export function unconfirmed(reply: UpstreamReply, confirmToken: string): ToolOutcome {
  if (reply.status >= 400) return refusal(reply);
  const extension = { ...previewOf(reply), confirm_token: confirmToken, expires_in: CONSENT_SECONDS };
  const detail = "Show the user the preview; then call again with the same arguments and this confirm_token.";
  throw new AppError("confirmation_required", detail, { extension });
}

/** The service's own problem document. */
export function refusal({ body, status }: UpstreamReply): ToolOutcome {
  const problem = body.toString();
  const { code } = JSON.parse(problem) as { code: string };
  return { problem, code, status };
}

function previewOf(reply: UpstreamReply): Preview {
  return JSON.parse(reply.body.toString()) as Preview;
}
