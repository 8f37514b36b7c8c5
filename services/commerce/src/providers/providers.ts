import type { SecretBox } from "@jst/config";
import type { Database, TeamContext } from "@jst/db";
import { findSettings, opened } from "@jst/settings";
import type { Logger } from "@jst/telemetry";
import { PROVIDER } from "../settings/team-settings.ts";
import type { Provider } from "./provider.ts";
import { endPage, STRIPE_API, stripeOf, stripeProvider } from "./stripe/stripe-provider.ts";

/** Parts that find the providers of teams. */
export interface ProviderParts {
  database: Database;
  secrets: SecretBox;
  logger: Logger;
  /** Address of Stripe's API. */
  stripeApi?: string;
}

/** Providers of payments by the settings of teams. */
export class Providers {
  readonly #parts: ProviderParts;

  constructor(parts: ProviderParts) {
    this.#parts = parts;
  }

  /** The provider of a team as it is set now; undefined where payments are made elsewhere (commerce.providers). */
  async of(context: TeamContext): Promise<Provider | undefined> {
    const { database, logger, stripeApi = STRIPE_API } = this.#parts;
    const statement = { name: "commerce.provider", text: `select ${PROVIDER} as provider`, values: [] };
    const [row] = await database.read<{ provider: string }>(context, statement);
    if (row?.provider === "test") return testProvider;
    if (row?.provider !== "stripe") return undefined;
    const key = (await this.#settingsOf(context)).get("commerce.stripe.secret_key");
    return key === undefined
      ? undefined
      : stripeProvider(stripeOf(key, stripeApi), { database, logger }, context);
  }

  /**
   * Ends a page of Stripe, even if another provider is set by now; false if that must be tried again. Without an
   * account nothing can be done.
   */
  async endPage(context: TeamContext, reference: string): Promise<boolean> {
    const key = (await this.#settingsOf(context)).get("commerce.stripe.secret_key");
    if (key === undefined) return true;
    return (await endPage(stripeOf(key, this.#parts.stripeApi ?? STRIPE_API), reference)) !== "unanswered";
  }

  /** Returns the secret that signs Stripe's events to a team; undefined for a team without an account. */
  async stripeSecretOf(context: TeamContext): Promise<string | undefined> {
    return (await this.#settingsOf(context)).get("commerce.stripe.webhook_secret");
  }

  async #settingsOf(context: TeamContext): Promise<ReadonlyMap<string, string>> {
    const { database, secrets } = this.#parts;
    const { teamId } = context;
    return opened(await database.read(context, findSettings("commerce", teamId)), teamId, secrets);
  }
}

const button = (value: string, label: string) => ({ name: "action", value, label });

/** Provider for tests: the visitor of the page decides the outcome (commerce.providers). */
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
