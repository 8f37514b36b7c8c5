/** The words of a list that is being written, and the one that Enter adds next. */
export interface Tokens {
  words: readonly string[];
  next: string;
}

export const NO_TOKENS: Tokens = { words: [], next: "" };

/** The words of a list with the one that is being written, unless it is blank or there already. */
export function tokensOf({ words, next }: Tokens): string[] {
  const word = next.trim();
  return word === "" || words.includes(word) ? [...words] : [...words, word];
}
