const DIGIT = /\p{Nd}/gu;
const UNSEEN = /[\u061c\u200b\u200e\u200f\u2066-\u2069\ufeff]/g;

/** Writes digits of any script as those of ASCII. Digits of a script stand in runs of ten, zero first. */
export function asciiDigits(text: string): string {
  return text.replace(DIGIT, (digit) => {
    if (digit >= "0" && digit <= "9") return digit;
    let ahead = 0;
    let code = digit.codePointAt(0) ?? 0;
    while (/^\p{Nd}$/u.test(String.fromCodePoint(code - 1))) {
      code -= 1;
      ahead += 1;
    }
    return String(ahead % 10);
  });
}

/** A text as its readers take it: outer blanks and unseen marks gone, digits of ASCII, one sign for minus. */
export function plainText(text: string): string {
  return asciiDigits(text.normalize("NFC").replace(UNSEEN, ""))
    .replace(/[\u2212\ufe63\uff0d]/g, "-")
    .trim();
}

const PARTS = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]\d+))?$/;

/** A number with all its digits and without an exponent: the shortest decimal that means it. */
export const decimalOf = (value: number): string => plainDecimal(String(value));

/** A decimal without exponent, leading zeros, a fraction of zeros, or a minus before zero. */
export function plainDecimal(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  return shifted(`${sign}${whole}.${fraction}`, Number(exponent));
}

/** A decimal multiplied by a power of ten, exactly. */
export function shifted(decimal: string, by: number): string {
  const isNegative = decimal.startsWith("-");
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  const point = whole.length + by;
  const digits = "0".repeat(Math.max(0, -point)) + (whole + fraction).padEnd(point, "0");
  const at = Math.max(0, point);
  const left = digits.slice(0, at).replace(/^0+(?=\d)/, "") || "0";
  const right = digits.slice(at).replace(/0+$/, "");
  const plain = right === "" ? left : `${left}.${right}`;
  return isNegative && plain !== "0" ? `-${plain}` : plain;
}
