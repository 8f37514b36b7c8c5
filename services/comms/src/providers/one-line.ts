const CHARS_MAX = 300;

/** What a provider says, in one line that a customer may read: without line ends and without these secrets. */
export function oneLine(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  return hidden
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, CHARS_MAX);
}
