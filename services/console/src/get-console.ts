import { sendCompressed } from "@jst/http";
import type { RequestHandler } from "express";
import type { BuiltFiles } from "./built-files.ts";

/**
 * GET /console and below (console.app): the page of the app. It may run and show what comes from this host, and
 * nothing else; it is in no frame.
 */
export function getConsole({ page }: BuiltFiles): RequestHandler {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return sendCompressed(page, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-cache",
  });
}
