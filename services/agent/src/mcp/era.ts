import { AppError } from "@jst/errors";
import type { HeaderReader } from "../call-context.ts";
import { isObject } from "../is-object.ts";
import { invalidParams, RpcError, rpcCodes, type Message } from "./json-rpc.ts";
import { LEGACY, META, MODERN, SUPPORTED } from "./protocol.ts";

/** Which generation of MCP a request is written in. */
export type Era = "legacy" | "modern";

/**
 * The era of one request, decided by the request alone, body first (agents.eras). Throws for a version that
 * is not spoken and for a modern request whose headers do not say what its body says.
 */
export function eraOf({ method, params }: Message, header: HeaderReader): Era {
  const declared = header("mcp-protocol-version");
  const meta = isObject(params["_meta"]) ? params["_meta"] : {};
  const version = meta[META.version];
  if (version === undefined) return legacyOrNothing(declared);
  if (typeof version !== "string")
    throw invalidParams(`_meta["${META.version}"] must be a string.`, "bad_request", 400);
  requireEqual("MCP-Protocol-Version", declared, version);
  if (version !== MODERN) throw unsupported(version);
  if (!isObject(meta[META.capabilities]))
    throw invalidParams(`_meta["${META.capabilities}"] must be an object.`, "bad_request", 400);
  requireEqual("Mcp-Method", header("mcp-method"), method);
  const name = namedBy(method, params);
  if (name !== undefined) requireEqual("Mcp-Name", decoded(header("mcp-name")), name);
  return "modern";
}

function legacyOrNothing(declared: string | undefined): Era {
  if (declared === undefined || (LEGACY as readonly string[]).includes(declared)) return "legacy";
  if (declared === MODERN)
    throw invalidParams(`A request of ${MODERN} needs _meta["${META.version}"].`, "bad_request", 400);
  throw unsupported(declared);
}

function unsupported(requested: string): RpcError {
  const extension = { supported: SUPPORTED, requested: requested.slice(0, 100) };
  const detail = `This protocol version is not supported. Use one of ${SUPPORTED.join(", ")}.`;
  return new RpcError(rpcCodes.unsupportedVersion, 400, new AppError("bad_request", detail, { extension }));
}

function requireEqual(name: string, declared: string | undefined, expected: string): void {
  if (declared?.trim() === expected) return;
  const detail =
    declared === undefined
      ? `The header ${name} is missing. Send the same value as in the body.`
      : `The header ${name} differs from the body. Send the same value in both.`;
  throw new RpcError(rpcCodes.headerMismatch, 400, new AppError("bad_request", detail));
}

/** Returns the value that Mcp-Name must repeat; undefined for methods without one. */
function namedBy(method: string, params: Message["params"]): string | undefined {
  const name =
    method === "tools/call" || method === "prompts/get"
      ? params["name"]
      : method === "resources/read"
        ? params["uri"]
        : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Names beyond ASCII travel as `=?base64?…?=`. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/i.exec(value?.trim() ?? "")?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  // Node skips invalid base64; such a text is taken as it is, and is not a name.
  return bytes.toString("base64") === encoded ? bytes.toString() : value;
}
