/** Rules of a setting. */
export interface SettingKey {
  /** Sealed where it is stored, and answered as null. */
  isSecret?: boolean;
  /** Returns the fault of a value as a sentence; undefined for a valid one. */
  faultOf: (value: string) => string | undefined;
  /** A value as it is stored, where that is not as it was typed. */
  storedFor?: (value: string) => string;
}

/** The keys of a service by their names. */
export type SettingKeys<K extends SettingKey = SettingKey> = Readonly<Record<string, K>>;

/** Builds the fault of a value that is not one of these words. */
export function oneOf(words: readonly string[], value: string): string | undefined {
  return fault(words.includes(value), `Must be one of: ${words.join(", ")}.`);
}

/** The message, unless the value is good. */
export function fault(isGood: boolean, message: string): string | undefined {
  return isGood ? undefined : message;
}
