/** A value of the API as a person reads it; undefined and null are an empty text. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
  return JSON.stringify(value, null, 2);
}

/** A number of bytes as a person reads it: 1.2 MB. */
export function shownSize(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const at = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const shape = { style: "unit", unit: units[at] ?? "byte", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat("en-GB", shape).format(bytes / 1_000 ** at);
}

/** An amount in the currency's smallest unit as a person reads it: €12.50. */
export function shownMoney(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(amount / 10 ** digits);
}

/** How many digits of a currency are of its smallest unit; two of one that nobody knows. */
export function digitsOf(currency: string): number {
  if (!/^[A-Za-z]{3}$/.test(currency)) return 2;
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
