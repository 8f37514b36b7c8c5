/** Letters that no normal form takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  ß: "ss",
  ı: "i",
  æ: "ae",
  đ: "d",
  œ: "oe",
};

/** Folds a text for comparison: case, accents and invisible characters do not count. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replaceAll(/[łøßıæđœ]/gu, (letter) => LETTERS[letter] ?? letter);
}

/** The words of a text, folded; punctuation stands between them. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
