import type { Outcome } from "./queue.ts";

/** Outcome of a message to a test recipient, and its effect on the address. */
export interface TestOutcome {
  outcome: Outcome;
  isBounced: boolean;
}

const accepted = { attempt: "accepted", isTest: true } as const;
const delivered: TestOutcome = { outcome: { ...accepted, status: "delivered" }, isBounced: false };

/** Recipients that no provider ever sees (comms.test-recipients), by their folded address. */
const recipients: Readonly<Record<string, TestOutcome>> = {
  "ok@test.invalid": delivered,
  "+15005550006": delivered,
  "bounce@test.invalid": {
    outcome: { ...accepted, status: "undelivered", code: "5.1.1", detail: "There is no such mailbox." },
    isBounced: true,
  },
  "+15005550001": {
    outcome: {
      attempt: "permanent",
      status: "failed",
      code: "invalid_recipient",
      detail: "Nobody has this number.",
    },
    isBounced: false,
  },
};

/** Returns the outcome of a message to a test recipient; undefined for any other address. */
export function testOutcome(address: string): TestOutcome | undefined {
  return Object.hasOwn(recipients, address) ? recipients[address] : undefined;
}
