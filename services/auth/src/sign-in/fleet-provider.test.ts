import { Secret } from "@jst/config";
import assert from "node:assert/strict";
import { test } from "node:test";
import { fleetProviderOf } from "./fleet-provider.ts";

const settings = (signInIssuer: string, signInClientId: string, secret = "") => ({
  signInIssuer,
  signInClientId,
  signInClientSecret: new Secret(secret),
});

test("a fleet without settings of sign-in has no provider", () => {
  assert.equal(fleetProviderOf(settings("", "")), undefined);
});

test("a provider may know its client by PKCE alone", () => {
  const found = fleetProviderOf(settings("https://accounts.example.com", "jst"));
  assert.deepEqual(found, {
    issuer: "https://accounts.example.com",
    clientId: "jst",
    clientSecret: undefined,
  });
});

test("half a provider does not start, and every setting that is wrong is named, never its value", () => {
  for (const [given, named] of [
    [settings("https://accounts.example.com", ""), /SIGN_IN_OIDC_CLIENT_ID/],
    [settings("", "jst"), /SIGN_IN_OIDC_ISSUER/],
    [settings("", "", "a secret"), /SIGN_IN_OIDC_ISSUER[^]*SIGN_IN_OIDC_CLIENT_ID/],
    [settings("http://accounts.example.com", "jst"), /SIGN_IN_OIDC_ISSUER/],
    [settings("https://user@accounts.example.com", "jst"), /SIGN_IN_OIDC_ISSUER/],
  ] as const)
    assert.throws(
      () => fleetProviderOf(given),
      ({ message }: Error) => named.test(message) && !/a secret|user@/.test(message),
    );
});
