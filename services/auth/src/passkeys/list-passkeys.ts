import type { Handler } from "../../gen/rpc.ts";
import { signedInMember } from "../sessions/signed-in-member.ts";
import { listOwn } from "./queries.ts";

/** Answers the passkeys of the member, of every host. */
export const listPasskeys: Handler<"ListPasskeys"> = async (_request, { caller, deps }) => {
  const passkeys = await listOwn(deps.operator, signedInMember(caller));
  return { body: { passkeys }, headers: { "cache-control": "no-store" } };
};
