/** Names of the tints, each with the hue in degrees from which it begins; grey has no hue. */
const FROM = {
  red: 0,
  orange: 20,
  amber: 38,
  green: 66,
  teal: 160,
  blue: 195,
  indigo: 225,
  violet: 255,
  pink: 290,
} as const;

export type Tint = keyof typeof FROM | "grey";

/** Every tint. */
export const TINTS: readonly Tint[] = ["grey", ...(Object.keys(FROM) as (keyof typeof FROM)[])];

/** Tints of colours that have a name, besides their own. */
const NAMED: Readonly<Record<string, Tint>> = {
  ...{ yellow: "amber", gold: "amber", purple: "violet", deeppink: "pink", magenta: "pink" },
  ...{ lime: "green", cyan: "teal", brown: "orange" },
};

/** Reds end here and begin again at 0. */
const RED_AGAIN = 345;
/** A colour of less saturation, from 0 to 1, is a grey. */
const LEAST_SATURATION = 0.1;

/** Returns the tint nearest to a stored colour such as `teal`, `#2b7` or `#22bb77`; grey for every other text. */
export function tintOf(color: string | undefined): Tint {
  const name = (color ?? "").toLowerCase();
  if (Object.hasOwn(FROM, name)) return name as Tint;
  if (Object.hasOwn(NAMED, name)) return NAMED[name] ?? "grey";
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(name)?.[1];
  if (digits === undefined) return "grey";
  const whole = digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits;
  const [red = 0, green = 0, blue = 0] = (whole.match(/../g) ?? []).map((part) => parseInt(part, 16) / 255);
  const { hue, saturation } = hueOf(red, green, blue);
  if (saturation < LEAST_SATURATION) return "grey";
  if (hue >= RED_AGAIN) return "red";
  const tints = Object.entries(FROM) as [keyof typeof FROM, number][];
  return tints.findLast(([, from]) => hue >= from)?.[0] ?? "grey";
}

/** Returns the hue in degrees and the saturation (0 to 1, as in HSL) of a colour by its parts from 0 to 1. */
function hueOf(red: number, green: number, blue: number): { hue: number; saturation: number } {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range === 0) return { hue: 0, saturation: 0 };
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { hue: sixth * 60, saturation: range / (1 - Math.abs(2 * most - range - 1)) };
}

/** Tint of each state of things, by its name in the API (DESIGN.md). */
const TINT_OF: Readonly<Record<string, Tint>> = {
  ...{ draft: "grey", open: "blue", paid: "green", void: "grey", uncollectible: "red" },
  ...{ accepted: "green", declined: "grey", expired: "grey", canceled: "grey", cancelled: "grey" },
  ...{ pending: "amber", incomplete: "amber", incomplete_expired: "grey", trialing: "blue" },
  ...{ active: "green", past_due: "orange", unpaid: "red", paused: "amber" },
  ...{ booked: "blue", completed: "green", no_show: "orange" },
  ...{ queued: "amber", scheduled: "amber", sending: "blue", sent: "green", delivered: "green" },
  ...{ undelivered: "red", failed: "red", captured: "violet", received: "teal" },
  ...{ published: "green", closed: "grey", archived: "grey" },
};

/** Returns a state as a pill shows it: its word, or its name in the API, and its tint. */
export const statePill = (state: string, word: string = state.replaceAll("_", " ")) => ({
  text: word,
  tint: TINT_OF[state] ?? ("grey" as const),
});
