import { createHash } from "node:crypto";
import { notFound } from "@jst/errors";
import type { Artifact, Handler } from "../../gen/rpc.ts";
import { artifacts } from "./artifact.ts";
import { isSvg } from "./is-svg.ts";

/** What a browser may do with markup of a team's: show it, and nothing else. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const MARKUP = ["text/html", "image/svg+xml"];

const types: Readonly<Record<string, string>> = {
  markdown: "text/markdown",
  html: "text/html",
  json: "application/json",
  csv: "text/csv",
  image: "image/svg+xml",
};

/** Answers the content of a live artifact as its kind; 304 when the caller has these bytes already. */
export const getArtifactContent: Handler<"GetArtifactContent"> = async (input, call) => {
  const { body } = await artifacts.read(input, call);
  const { kind, content, deleted_at } = JSON.parse(body as string) as Artifact;
  if (deleted_at !== null) throw notFound();
  const type = typeOf(kind, content);
  const tag = createHash("sha256").update(content).digest("hex");
  const headers = {
    etag: `"${tag}"`,
    "content-disposition": "inline",
    "x-content-type-options": "nosniff",
    ...(MARKUP.includes(type) ? { "content-security-policy": SANDBOX } : {}),
  };
  const reply = { body: content, headers, mediaType: `${type}; charset=utf-8` };
  return call.isKnown(tag) ? { ...reply, status: 304 } : reply;
};

function typeOf(kind: string, content: string): string {
  return kind === "diagram" && isSvg(content) ? "image/svg+xml" : (types[kind] ?? "text/plain");
}
