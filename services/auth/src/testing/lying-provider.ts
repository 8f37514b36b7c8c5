import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { CLIENT_ID, CLIENT_SECRET, listening, originOf } from "./test-provider.ts";

/** Wrong answers of the provider; all else is right. */
export interface Lie {
  /** Members of the ID token; undefined takes one away. */
  claims?: Record<string, unknown>;
  /** How it is signed: as it should be where nothing else is said. */
  signed?: "none" | "by another" | "with the secret";
  /** Members of what describes the provider. */
  description?: Record<string, unknown>;
  /** The token endpoint takes the request in, and says nothing. */
  isHanging?: boolean;
  /** The answer of the token endpoint, in place of one with the token. */
  answer?: { status?: number; type?: string; body: string; location?: string };
}

const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
const others = generateKeyPairSync("rsa", { modulusLength: 2048 });
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Starts a provider that answers wrongly as told; all else in its answers is right. */
export async function lyingProvider() {
  let lie: Lie = {};
  let nonce = "";
  const server = createServer((request, response) => {
    const json = (body: unknown) =>
      response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    const path = request.url ?? "";
    if (path.endsWith("/openid-configuration")) json({ ...described(issuer), ...lie.description });
    else if (path === "/jwks")
      json({ keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" }] });
    else if (lie.isHanging === true) return;
    else if (lie.answer !== undefined) {
      const { status = 200, type = "application/json", body, location } = lie.answer;
      if (location !== undefined) response.setHeader("location", location);
      response.writeHead(status, { "content-type": type }).end(body);
    } else json({ access_token: "a", token_type: "Bearer", id_token: tokenOf(issuer, nonce, lie) });
  });
  await listening(server);
  const issuer = originOf(server);
  return {
    issuer,
    /** Sets the wrong answers for the sign-in with this nonce. */
    say: (next: Lie, to = "") => {
      lie = next;
      nonce = to;
    },
  };
}

const described = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
});

function tokenOf(issuer: string, nonce: string, { claims = {}, signed }: Lie): string {
  const now = Math.floor(Date.now() / 1_000);
  const right = {
    iss: issuer,
    aud: CLIENT_ID,
    sub: "1",
    iat: now,
    exp: now + 300,
    nonce,
    email_verified: true,
  };
  const alg = signed === "none" ? "none" : signed === "with the secret" ? "HS256" : "RS256";
  const text = `${encoded({ alg, kid: "k" })}.${encoded({ ...right, ...claims })}`;
  if (alg === "none") return `${text}.`;
  if (alg === "HS256")
    return `${text}.${createHmac("sha256", CLIENT_SECRET).update(text).digest("base64url")}`;
  const key = signed === "by another" ? others.privateKey : own.privateKey;
  return `${text}.${createSign("sha256").update(text).sign(key, "base64url")}`;
}
