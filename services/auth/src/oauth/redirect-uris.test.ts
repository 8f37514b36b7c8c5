import assert from "node:assert/strict";
import { test } from "node:test";
import { isOneOf, isRedirectUri } from "./redirect-uris.ts";

for (const uri of [
  "https://app.example.org/callback",
  "https://app.example.org/callback?kept=1",
  "https://app.example.org:8443/",
  "https://[2001:db8::1]/cb",
  "http://127.0.0.1/callback",
  "http://127.0.0.1:33418/",
  "http://[::1]:9/cb",
  "http://localhost:3000/oauth/callback",
  "http://localhost",
  "cursor://anysphere.cursor-retrieval/oauth/callback",
  "com.example.app:/oauth2redirect",
  "vscode://vscode.github-authentication/did-authenticate",
])
  test(`a client may name ${uri}`, () => assert.equal(isRedirectUri(uri), true));

for (const uri of [
  "",
  "/callback",
  "callback",
  "//app.example.org/cb",
  "https:",
  "https:/app.example.org/cb",
  "https:///app.example.org/cb",
  "https:app.example.org/cb",
  "http://app.example.org/cb",
  "http://127.0.0.2/cb",
  "http://127.1/cb",
  "http://0x7f000001/cb",
  "http://localhost.example.org/cb",
  "http://localhost@example.org/cb",
  "http://user@127.0.0.1/cb",
  "http://127.0.0.1:99999999/cb",
  "https://user:secret@app.example.org/cb",
  "https://@app.example.org/cb",
  "https://app.example.org/cb#",
  "https://app.example.org/cb#fragment",
  "https://*.example.org/cb",
  "https://app.example.org\\@evil.example/cb",
  "https://app.example.org/c b",
  "https://app.example.org/\tcb",
  "https://app.example.org/cb\u0000",
  "https://xn--\u0000/cb",
  "https://аpp.example.org/cb",
  "https://app。example.org/cb",
  "https://%61pp.example.org/cb",
  "https://app.example.org/\u202egpj",
  `https://app.example.org/${"a".repeat(2_048)}`,
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "blob:https://app.example.org/1",
  "about:blank",
  "vbscript:x",
  "view-source:https://app.example.org",
  "ftp://app.example.org/",
  "ws://app.example.org/",
  "wss://app.example.org/",
])
  test(`no client may name ${JSON.stringify(uri.slice(0, 60))}`, () =>
    assert.equal(isRedirectUri(uri), false));

test("an address is the client's own to the letter, but for the port on the own machine", () => {
  const own = [
    "https://app.example.org/cb",
    "http://127.0.0.1/cb",
    "http://localhost:80/x?a=1",
    "http://[::1]",
  ];
  for (const uri of [
    "https://app.example.org/cb",
    "http://127.0.0.1:5/cb",
    "http://127.0.0.1/cb",
    "http://localhost:8080/x?a=1",
    "http://[::1]:1/",
  ])
    assert.equal(isOneOf(uri, own), true, uri);
  for (const uri of [
    "https://app.example.org/cb/",
    "https://app.example.org:443/cb",
    "https://APP.example.org/cb",
    "https://app.example.org/cb?x=1",
    "https://app.example.org/cb/../cb",
    "http://app.example.org/cb",
    "http://127.0.0.1:5/other",
    "http://127.0.0.1:70000/cb",
    "http://localhost:5/cb",
    "http://localhost:5/x?a=2",
    "https://127.0.0.1/cb",
    "https://evil.example/cb",
  ])
    assert.equal(isOneOf(uri, own), false, uri);
});
