import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import type { CursorCodec, CursorScope } from "@jst/query";
import { digestOf } from "@jst/rpc";
import { randomUUID } from "node:crypto";
import type { Tool } from "./tool.ts";

/** Seconds for which the user's consent to a preview is good (agents.confirm). */
export const CONSENT_SECONDS = 300;

type Values = Readonly<Record<string, unknown>>;

/** A user's consent to one call. A token that was shown with a preview names the write as well. */
export interface Consent {
  /** Idempotency key of the write: a repeat with the same token gets the first result. */
  key?: string;
}

/** Makes and reads the tokens that stand for the consent to what a preview showed. */
export class Confirmations {
  readonly #codec: CursorCodec;
  readonly #now: () => number;

  constructor(codec: CursorCodec, now: () => number = Date.now) {
    this.#codec = codec;
    this.#now = now;
  }

  /** A token for exactly this call: tool, arguments, API token and team. */
  token(tool: Tool, values: Values, caller: Caller): string {
    const end = String(this.#now() + CONSENT_SECONDS * 1_000);
    return this.#codec.encode(scopeOf(tool, values, caller), [end, randomUUID()]);
  }

  /**
   * Returns the consent of a call: its token, or `confirm: true` alone; undefined without. A token that is too old, or
   * was made for another call, never counts: the user has agreed to something else.
   */
  consent(tool: Tool, values: Values, caller: Caller): Consent | undefined {
    const token = values["confirm_token"];
    if (typeof token !== "string") return values["confirm"] === true ? {} : undefined;
    const [end, nonce] = this.#open(token, scopeOf(tool, values, caller));
    return Number(end ?? 0) > this.#now() ? { key: `confirm ${nonce}` } : undefined;
  }

  #open(token: string, scope: CursorScope): readonly (string | null)[] {
    try {
      return this.#codec.decode(scope, token, 2);
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }
}

/** Arguments that the user does not consent to. */
const BESIDE: readonly string[] = ["confirm", "confirm_token", "change_reason"];

function scopeOf(tool: Tool, values: Values, caller: Caller): CursorScope {
  const said = Object.entries(values).filter(([name]) => !BESIDE.includes(name));
  return {
    teamId: caller.team_id,
    route: `confirm ${tool.name}`,
    sort: caller.family_id ?? caller.token_id,
    filter: digestOf(Object.fromEntries(said)).toString("hex"),
  };
}
