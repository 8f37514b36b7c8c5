const CHARS_MAX = 300;

/** Cuts an answer of a provider to one line that a customer may read, without these secrets. */
export function oneLine(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  return hidden
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, CHARS_MAX);
}
