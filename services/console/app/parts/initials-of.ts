/** Returns the first letters of the first and the last word of a name; of an address, those of its local part. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/u, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 0).toUpperCase()).join("");
}
