import { validationFailed } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { misfits, withoutDuplicates } from "./draft.ts";
import { mint } from "./mint.ts";
import { lockAuthority } from "./minter.ts";
import { requireNoBroader, requireServiceToken } from "./require-no-broader.ts";

/** Mints a token that may do no more than its minter, and shows its value this once. */
export const createToken: Handler<"CreateToken"> = async ({ body }, call) => {
  const { type, member_id, reason } = body;
  requireServiceToken(call.caller);
  const scopes = withoutDuplicates(body.scopes ?? []);
  requireNoBroader(call.caller, scopes);
  const errors = misfits({ type, member: member_id, reason }, "member_id");
  if (errors.length > 0) throw validationFailed(errors);
  return call.write(async (tx) => {
    const { origin } = await lockAuthority(tx, call.caller, ["tokens", "write"]);
    const { stored, ...secrets } = await mint(tx, { ...body, scopes }, origin);
    const shown = JSON.parse(stored.body) as Record<string, unknown>;
    return { body: { ...shown, ...secrets }, headers: { "cache-control": "no-store" } };
  });
};
