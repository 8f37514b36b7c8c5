/** Look of a team's pages, as auth stores it. */
export interface Brand {
  name: string | null;
  logo: string | null;
  favicon: string | null;
  primary_color: string | null;
}

/** Color of a team that has chosen none, and if the chosen one cannot be read. */
export const DEFAULT_COLOR = "#1d4ed8";

/** Least contrast of text on its ground (WCAG 2.2, 1.4.3). */
const CONTRAST_MIN = 4.5;

/**
 * Returns the team's color in the form #rrggbb. It stands on white and under white, so an invalid one or one without
 * enough contrast falls back to the default.
 */
export function colorOf({ primary_color: chosen }: Pick<Brand, "primary_color">): string {
  const color = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(chosen ?? "") ? widened(chosen ?? "") : DEFAULT_COLOR;
  return contrastToWhite(color) >= CONTRAST_MIN ? color : DEFAULT_COLOR;
}

/** Contrast of the colour #rrggbb to white, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function widened(color: string): string {
  const signs = color.slice(1).toLowerCase();
  return `#${signs.length === 3 ? signs.replaceAll(/./g, "$&$&") : signs}`;
}

/** Returns the address of a picture of the brand; undefined if it is not an https address. */
export function pictureOf(address: string | null): URL | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === "https:" ? url : undefined;
}
