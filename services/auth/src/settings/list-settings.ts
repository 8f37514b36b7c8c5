import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { ownKeys, ownSetting } from "../teams/own-settings.ts";
import { storedSettings, type StoredRow } from "./queries.ts";

/** Answers the settings that owners and admins set themselves, defaults filled in; no secret is among them. */
export const listSettings: Handler<"ListSettings"> = async (_input, call) => {
  const [stored] = await call.read<StoredRow>(storedSettings(call.caller.team_id));
  if (stored === undefined) throw notFound();
  return {
    body: { settings: ownKeys.flatMap((key) => ownSetting(key, stored) ?? []) },
    headers: { "cache-control": "no-store" },
  };
};
