import type { Provider } from "./provider.ts";

const button = (value: string, label: string) => ({ name: "action", value, label });

/** The provider for tests: whoever opens the page decides what comes of it (commerce.providers). */
export const testProvider: Provider = {
  buttons: [
    button("succeed", "Pay"),
    button("decline", "Be declined"),
    button("twice", "Pay and be told twice"),
  ],
  press: (action, { id, total, currency }) => {
    if (action === "decline") return Promise.resolve({ kind: "declined" });
    const received = { provider: "test", method: "card", reference: `test_${id}`, total, currency } as const;
    return Promise.resolve({ kind: "paid", received, times: action === "twice" ? 2 : 1 });
  },
};
