import { isInstant, shownInstant } from "@jst/query";
import { fault, oneOf, type SettingKey, type SettingKeys } from "@jst/settings";
import { isPlainText, readSeller } from "./seller.ts";

const INSTRUCTIONS_MAX = 2_000;

const prefix: SettingKey = {
  faultOf: (value) =>
    fault(
      /^[A-Z0-9/_.-]{1,16}$/.test(value),
      "Must have 1 to 16 characters of A to Z, 0 to 9, slash, dot, _ and -.",
    ),
};

/** Each setting of commerce, declared once (commerce.settings). */
export const settingKeys: SettingKeys = {
  "commerce.provider": { faultOf: (value) => oneOf(["manual", "test", "stripe"], value) },
  "commerce.stripe.secret_key": {
    isSecret: true,
    faultOf: (value) =>
      fault(
        /^[sr]k_(?:test|live)_\w{3,250}$/.test(value),
        "Must be a secret or restricted key of Stripe, such as sk_live_... or rk_live_...",
      ),
  },
  "commerce.stripe.webhook_secret": {
    isSecret: true,
    faultOf: (value) =>
      fault(
        /^whsec_[!-~]{8,250}$/.test(value),
        "Must be the secret of an endpoint at Stripe, such as whsec_...",
      ),
  },
  "commerce.test": { faultOf: (value) => oneOf(["true", "false"], value) },
  "commerce.tax_behavior": { faultOf: (value) => oneOf(["exclusive", "inclusive"], value) },
  "commerce.tax_rounding": { faultOf: (value) => oneOf(["per_line", "per_rate"], value) },
  "commerce.invoice_prefix": prefix,
  "commerce.quote_prefix": prefix,
  "commerce.seller": {
    faultOf: (value) => {
      const seller = readSeller(value);
      return typeof seller === "string" ? seller : undefined;
    },
    storedFor: (value) => JSON.stringify(readSeller(value)),
  },
  "commerce.payment_instructions": {
    faultOf: (value) =>
      fault(
        value.trim() !== "" && Array.from(value).length <= INSTRUCTIONS_MAX && isPlainText(value),
        `Must be a text of up to ${INSTRUCTIONS_MAX} characters.`,
      ),
  },
  "commerce.clock": {
    faultOf: (value) =>
      fault(isInstant(value), "Must be a time with its zone, such as 2026-01-31T12:00:00Z."),
    storedFor: shownInstant,
  },
};

/** Keys that others need and that are not set, by the whole of a team's settings (commerce.settings). */
export function missingFor(settings: ReadonlyMap<string, string>): string[] {
  if (settings.get("commerce.provider") !== "stripe") return [];
  return ["commerce.stripe.secret_key", "commerce.stripe.webhook_secret"].filter((key) => !settings.has(key));
}
