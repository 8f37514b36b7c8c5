import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";

type File = Schemas["StoredFile"];

/** Loads the details of a file. */
export async function metaOf(file_id: string): Promise<File> {
  const params = { path: { file_id }, query: { mode: "meta" as const } };
  const answer: unknown = await answered(api.GET("/api/v1/files/{file_id}", { params }));
  if (!isFile(answer)) throw new Error("A file was answered without what is known of it.");
  return answer;
}

/** An address at which a browser downloads the bytes; it needs no session, for a short while. */
export async function addressOf(file_id: string): Promise<string> {
  const query = { mode: "signed" as const, download: "1" as const };
  const params = { path: { file_id }, query };
  const answer: unknown = await answered(api.GET("/api/v1/files/{file_id}", { params }));
  if (!hasUrl(answer)) throw new Error("A file was answered without its address.");
  return answer.url;
}

const isFile = (answer: unknown): answer is File =>
  typeof answer === "object" && answer !== null && "checksum_sha256" in answer;

const hasUrl = (answer: unknown): answer is { url: string } =>
  typeof answer === "object" && answer !== null && "url" in answer && typeof answer.url === "string";
