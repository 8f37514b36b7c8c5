/** Keys of `jst config set` by which a team has its texts turned into vectors (context.meaning). */
export const EMBEDDINGS = {
  isOn: "context.embeddings",
  url: "context.embeddings.url",
  model: "context.embeddings.model",
  key: "context.embeddings.key",
  dimensions: "context.embeddings.dimensions",
} as const;

/** Most members of a vector that an index takes. */
export const DIMENSIONS_MAX = 4_000;

const CHARS_MAX = 1_000;

/** True for a key whose value is a text. */
export function isEmbeddingText(key: string): boolean {
  return [EMBEDDINGS.url, EMBEDDINGS.model, EMBEDDINGS.key].some((one) => one === key);
}

/**
 * Returns the fault of a value as a sentence; undefined if it is valid. The guard checks whether an address is public.
 */
export function embeddingFault(key: string, value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > CHARS_MAX || !/^[\x21-\x7e]+$/.test(value))
    return `Must be a text of at most ${CHARS_MAX} ASCII characters, without blanks.`;
  const isAddress = /^(?:https:\/\/|http:\/\/127\.0\.0\.1:)[^#@\s]+$/.test(value) && URL.canParse(value);
  return key !== EMBEDDINGS.url || isAddress
    ? undefined
    : "Must be an https URL without a user and a fragment.";
}
