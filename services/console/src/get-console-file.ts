import { notFound } from "@jst/errors";
import { sendCompressed } from "@jst/http";
import type { RequestHandler } from "express";
import type { BuiltFiles } from "./built-files.ts";

/** GET /console/assets/{name}: a file of the app. Browsers keep it: another content has another name (console.app). */
export function getConsoleFile({ files }: BuiltFiles): RequestHandler {
  const handlers = new Map(
    [...files].map(([name, { bytes, type }]) => {
      const headers = {
        "content-type": type,
        "x-content-type-options": "nosniff",
        "cache-control": "public, max-age=31536000, immutable",
      };
      return [name, sendCompressed(bytes, headers)];
    }),
  );
  return (request, response, next) => {
    const handler = handlers.get(String(request.params["name"]));
    if (handler === undefined) throw notFound();
    handler(request, response, next);
  };
}
