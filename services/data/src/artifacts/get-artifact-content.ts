import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { notFound } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import type { Artifact, Handler } from "../../gen/rpc.ts";
import { findLiveFile, type LiveFile } from "../files/file.ts";
import { sentFile } from "../files/sent-file.ts";
import { isSvg } from "../files/upload/markup.ts";
import { artifacts } from "./artifact.ts";

/** Content policy for a team's markup: a browser shows it and runs nothing. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const MARKUP = ["text/html", "image/svg+xml"];

const types: Readonly<Record<string, string>> = {
  markdown: "text/markdown",
  html: "text/html",
  json: "application/json",
  csv: "text/csv",
  image: "image/svg+xml",
};

/** Answers the content of a live artifact as its kind, or the bytes of its file. */
export const getArtifactContent: Handler<"GetArtifactContent"> = async ({ path }, call) => {
  const teamId = call.caller.team_id;
  const { body } = await artifacts.found(path, call);
  const { kind, content, file_id: fileId, deleted_at } = JSON.parse(body) as Artifact;
  if (deleted_at !== null) throw notFound();
  if (content !== null) return sentText(typeOf(kind, content), Buffer.from(content));
  const [file] = await call.read<LiveFile>(findLiveFile(teamId, fileId ?? ""));
  if (file === undefined) throw notFound();
  return sentFile(call.deps.store, teamId, file, false);
};

function typeOf(kind: string, content: string): string {
  return kind === "diagram" && isSvg(content) ? "image/svg+xml" : (types[kind] ?? "text/plain");
}

function sentText(type: string, bytes: Buffer): Reply {
  const headers = {
    "content-disposition": "inline",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-cache",
    ...(MARKUP.includes(type) ? { "content-security-policy": SANDBOX } : {}),
  };
  return {
    body: "",
    headers,
    bytes: {
      etag: `"${createHash("sha256").update(bytes).digest("hex")}"`,
      size: bytes.length,
      contentType: `${type}; charset=utf-8`,
      open: (start, end) => Promise.resolve(Readable.from([bytes.subarray(start, end + 1)])),
    },
  };
}
