import { AppError, isErrorCode, meaningOf, statusOf, titleOf, type ErrorCode } from "@jst/errors";
import type { Request, RequestHandler } from "express";
import type { ErrorExplanation } from "../../gen/rpc.ts";
import { etagOf, sendBytes } from "@jst/http";

/** The page loads nothing and runs nothing. */
const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "content-type": "text/html; charset=utf-8",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** GET /errors/{code}: what a code of the catalogue means and what to do, as a page where HTML is preferred to JSON. */
export function getErrorCode(): RequestHandler {
  return (request, response, next) => {
    const code = String(request.params["code"]);
    if (!isErrorCode(code))
      throw new AppError(
        "not_found",
        "An error with this code does not exist. Copy the code from the field code of the error.",
      );
    const isPage = isHtmlPreferred(request);
    const text = isPage ? pageOf(code) : JSON.stringify(explanationOf(code));
    const headers = isPage ? PAGE_HEADERS : { "content-type": "application/json; charset=utf-8" };
    response.set("vary", "accept");
    sendBytes(Buffer.from(text), etagOf(text), headers)(request, response, next);
  };
}

/** A client that takes anything is shown JSON, and so is one that takes neither. */
function isHtmlPreferred(request: Request): boolean {
  return request.accepts(["json", "html"]) === "html";
}

function explanationOf(code: ErrorCode): ErrorExplanation {
  return { code, status: statusOf(code), title: titleOf(code), meaning: meaningOf(code) };
}

function pageOf(code: ErrorCode): string {
  const { status, title, meaning } = explanationOf(code);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title><meta name="viewport" content="width=device-width"></head>
<body><h1>${escaped(title)}</h1><p><code>${escaped(code)}</code>, HTTP ${status}</p><p>${escaped(meaning)}</p></body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
