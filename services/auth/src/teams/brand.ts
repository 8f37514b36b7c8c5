import type { Brand } from "../../gen/rpc.ts";

export type BrandMember = keyof Brand;

const NAME_CHARS_MAX = 120;
const ADDRESS_CHARS_MAX = 2_000;
/** Line ends and signs that turn the direction of a text would say something else than they show. */
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Checks of the brand's values; each returns a sentence about the fault, undefined if there is none. */
const faults: Readonly<Record<BrandMember, (value: string) => string | undefined>> = {
  name: (name) =>
    name.trim() !== "" && Array.from(name).length <= NAME_CHARS_MAX && !UNSHOWN.test(name)
      ? undefined
      : `Must be one line of 1 to ${NAME_CHARS_MAX} characters.`,
  logo: pictureFault,
  favicon: pictureFault,
  primary_color: (color) =>
    /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? undefined : "Must be a colour such as #1d4ed8.",
};

/** Finds the member that a key of `jst config set` names. */
export function brandMemberOf(key: string): BrandMember | undefined {
  const member = /^brand\.(.+)$/.exec(key)?.[1];
  return member !== undefined && Object.hasOwn(faults, member) ? (member as BrandMember) : undefined;
}

/** Returns the fault of a new value; undefined if it is valid (operation.brand). */
export function brandFault(member: BrandMember, value: string): string | undefined {
  return faults[member](value);
}

/** Returns the brand of a team: its settings, and its own name without any. */
export function brandOf(displayName: string, settings: Readonly<Record<string, unknown>>): Brand {
  const set = (member: BrandMember): string | null => {
    const value = settings[`brand.${member}`];
    return typeof value === "string" ? value : null;
  };
  return {
    name: set("name") ?? displayName,
    logo: set("logo"),
    favicon: set("favicon"),
    primary_color: set("primary_color"),
  };
}

/**
 * Returns the fault of a picture's address. Every visitor sees the picture: the address must be https and without a
 * password.
 */
function pictureFault(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isGood =
    url?.protocol === "https:" &&
    url.username + url.password === "" &&
    address.length <= ADDRESS_CHARS_MAX &&
    !/\s/.test(address) &&
    !UNSHOWN.test(address);
  return isGood ? undefined : "Must be the https URL of a picture, without blanks or a password.";
}
