import { sendCompressed } from "@jst/http";
import type { RequestHandler } from "express";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const DOCUMENT = "/api/.well-known/openapi.json";

/**
 * GET /api/reference: the OpenAPI description as a page, by Swagger UI, whose static bundle stands in the page. The
 * page may run that and nothing else: its policy names the hashes of what it holds, and lets it call this host alone.
 */
export function getReference(): RequestHandler {
  const style = inline("swagger-ui.css");
  const library = inline("swagger-ui-bundle.js");
  const start = `SwaggerUIBundle({ url: "${DOCUMENT}", dom_id: "#reference", deepLinking: true, validatorUrl: null });`;
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Team Data API</title><meta name="viewport" content="width=device-width"><style>${style}</style></head>
<body><div id="reference"></div><script>${library}</script><script>${start}</script></body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(library)} ${hashOf(start)}`,
    // The library sets positions and sizes as attributes of what it draws.
    `style-src-elem ${hashOf(style)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  const headers = {
    "content-security-policy": policy.join("; "),
    "content-type": "text/html; charset=utf-8",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
  };
  return sendCompressed(Buffer.from(page), headers);
}

/** A file of the package as it can stand inside an element: nothing in it ends the element, and no line ends change. */
function inline(name: string): string {
  const file = new URL(import.meta.resolve(`swagger-ui-dist/${name}`));
  const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  return text.replaceAll(/<(?=\/script|\/style|!--)/gi, name.endsWith(".js") ? "\\x3c" : "\\3c ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
