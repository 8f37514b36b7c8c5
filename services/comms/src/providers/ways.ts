import { capture } from "./capture.ts";
import type { Ways } from "./provider.ts";

/** Captures everything: how a team begins that has set no provider. */
export const capturing: Ways = {
  of: (teamId, channel) =>
    Promise.resolve({ provider: capture, from: channel === "email" ? `no-reply@${teamId}.invalid` : null }),
};
