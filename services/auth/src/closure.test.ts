import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const loaded = new Set<string>();
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    loaded.add(resolved.url);
    return resolved;
  },
});
await import("./service.ts");
const ofAuth = [...loaded];
await import("./account-service.ts");
const ofBoth = [...loaded];
hooks.deregister();

/** Modules that open addresses which people have named, and the clients below them. */
const outward =
  /\/auth\/src\/outward\.ts$|\/libs\/jobs\/|\/node_modules\/(?:undici|openid-client|oauth4webapi)\//;
/** Code that opens an address over HTTP. */
const opening =
  /\bfetch\(|import \{[^}]*\b(?:request|get|Agent)\b[^}]*\} from "node:https?"|import (?:\* as )?\w+ from "node:https?"/;
const ours = (url: string) => url.startsWith("file:") && !url.includes("/node_modules/");

test("the workload auth loads nothing that opens an address outside the fleet (operation.workloads)", () => {
  assert.deepEqual(
    ofAuth.filter((url) => outward.test(url)),
    [],
  );
  const sources = ofAuth.filter(ours).map((url) => [url, readFileSync(fileURLToPath(url), "utf8")] as const);
  assert.ok(sources.length > 50);
  assert.deepEqual(
    sources.filter(([, text]) => opening.test(text)).map(([url]) => url),
    [],
  );
});

test("the workload account loads what opens such addresses", () => {
  assert.ok(ofBoth.some((url) => outward.test(url)));
});

test("account alone stores texts of the schema in NFC", () => {
  const declares = (urls: readonly string[]) => urls.some((url) => url.endsWith("/auth/src/texts.ts"));
  assert.deepEqual([declares(ofAuth), declares(ofBoth)], [false, true]);
});

test("the settings of account name no key that signs callers, those of auth no key that opens secrets of teams", () => {
  const settings = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");
  assert.doesNotMatch(settings("./account-config.ts"), /CALLER_SIGNING_KEY/);
  assert.doesNotMatch(settings("./config.ts"), /ENDPOINT_SECRET_KEYS/);
});
