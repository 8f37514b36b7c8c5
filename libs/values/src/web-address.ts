import { fits, misfit, type Reading } from "./reading.ts";

const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]|$)/u;

/** Reads an address of the web; one that begins with its domain gets https. */
export function readWebAddress(text: string): Reading<string> {
  const trimmed = text.trim();
  const address = DOMAIN.test(trimmed) ? `https://${trimmed}` : trimmed;
  const isWeb = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(address) && URL.canParse(address);
  return isWeb ? fits(address) : misfit("invalid_format", "Write a web address such as https://example.com.");
}
