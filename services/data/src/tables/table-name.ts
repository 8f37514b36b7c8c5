const NAME_CHARS_MAX = 63;
const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** A table's name made from its display name: lower case, other characters as one `_`, a letter first. */
export function tableNameFrom(displayName: string): string {
  const words = displayName
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const name = /^[a-z]/.test(words) ? words : `table_${words}`;
  return name.slice(0, NAME_CHARS_MAX).replace(/_+$/, "");
}

/** True for a text that can name a table. */
export function isTableName(text: string): boolean {
  return NAME.test(text);
}
