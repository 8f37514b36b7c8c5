import { readFileSync } from "node:fs";
import path from "node:path";
import { Secret } from "./secret.ts";

/** Kind of a setting: a value that may be shown, a secret text, or the path of a file or a folder with secrets. */
export type SettingKind = "value" | "secret" | "file" | "folder";

/** How one setting is read: the variable's name, and its text turned into a value or into a reason for refusal. */
export interface Setting<T> {
  variable: string;
  kind: SettingKind;
  parse(text: string | undefined): { value: T } | { problem: string };
}

function setting<T>(
  variable: string,
  fallback: T | undefined,
  convert: (text: string) => T | undefined,
  expected: string,
  kind: SettingKind = "value",
): Setting<T> {
  return {
    variable,
    kind,
    parse: (text) => {
      if (text === undefined || text === "") {
        return fallback === undefined ? { problem: `is missing: ${expected}` } : { value: fallback };
      }
      const value = convert(text);
      return value === undefined ? { problem: `must be ${expected}` } : { value };
    },
  };
}

/** The setting, refused where `faultOf` answers a sentence that begins with Must. */
export function checked<T>(
  checkedSetting: Setting<T>,
  faultOf: (value: T) => string | undefined,
): Setting<T> {
  return {
    ...checkedSetting,
    parse: (given) => {
      const parsed = checkedSetting.parse(given);
      const fault = "value" in parsed ? faultOf(parsed.value) : undefined;
      return fault === undefined ? parsed : { problem: fault.replace(/^Must/, "must") };
    },
  };
}

/** Non-empty text. */
export function text(variable: string, fallback?: string): Setting<string> {
  return setting(variable, fallback, (value) => value, "a text");
}

/** TCP port, 1 to 65535. */
export function port(variable: string, fallback?: number): Setting<number> {
  return integer(variable, 1, 65_535, fallback);
}

/** Whole number within bounds, both included. */
export function integer(variable: string, min: number, max: number, fallback?: number): Setting<number> {
  const convert = (value: string) => {
    const number = Number(value);
    return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
  };
  return setting(variable, fallback, convert, `a whole number from ${min} to ${max}`);
}

/** One of a list of words. */
export function choice<const T extends string>(
  variable: string,
  values: readonly T[],
  fallback?: T,
): Setting<T> {
  return setting(
    variable,
    fallback,
    (value) => values.find((one) => one === value),
    `one of ${values.join(", ")}`,
  );
}

/** Absolute http or https URL, returned without a trailing slash. */
export function httpUrl(variable: string, fallback?: string): Setting<string> {
  const convert = (value: string) =>
    URL.canParse(value) && /^https?:/.test(value) ? value.replace(/\/+$/, "") : undefined;
  return setting(variable, fallback, convert, "an absolute http or https URL");
}

/**
 * Text that must never be printed, such as a connection string with its password; it may be absent only with a
 * fallback.
 */
export function secret(variable: string, fallback?: ""): Setting<Secret> {
  const none = fallback === undefined ? undefined : new Secret(fallback);
  return setting(variable, none, (value) => new Secret(value), "a secret text", "secret");
}

/** A secret read from a file, as Kubernetes mounts them; surrounding white space is dropped. */
export function secretFile(variable: string): Setting<Secret> {
  const convert = (path: string) => {
    try {
      return new Secret(readFileSync(path, "utf8").trim());
    } catch {
      return undefined;
    }
  };
  return setting(variable, undefined, convert, "the path of a readable file", "file");
}

/** TLS identity of a process and the authorities that it trusts; PEM. */
export interface TlsIdentity {
  /** Certificates of the authorities whose peers it believes. */
  authorities: string;
  /** Its own certificate, and those between it and its authority. */
  certificate: string;
  key: Secret;
}

/**
 * The folder of a mounted Secret of type kubernetes.io/tls, with ca.crt beside tls.crt and tls.key; undefined when the
 * variable is empty.
 */
export function tlsFolder(variable: string): Setting<TlsIdentity | undefined> {
  return {
    variable,
    kind: "folder",
    parse: (folder) => {
      if (folder === undefined || folder === "") return { value: undefined };
      try {
        const [authorities = "", certificate = "", key = ""] = ["ca.crt", "tls.crt", "tls.key"].map((name) =>
          readFileSync(path.join(folder, name), "utf8"),
        );
        return { value: { authorities, certificate, key: new Secret(key) } };
      } catch {
        return { problem: "must be a folder with ca.crt, tls.crt and tls.key, or empty" };
      }
    },
  };
}
