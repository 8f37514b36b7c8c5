/** The BCP 47 tag in its canonical spelling (`de-at` is `de-AT`), or undefined when it is none. */
export function canonicalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
