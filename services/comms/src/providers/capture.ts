import type { OutgoingMessage, Provider, SendResult } from "./provider.ts";

/** Keeps every message where it is stored, and calls it by its id: nothing leaves. */
export const capture: Provider = {
  name: "capture",
  send: ({ id }: OutgoingMessage): Promise<SendResult> =>
    Promise.resolve({ outcome: "accepted", providerId: id }),
};
