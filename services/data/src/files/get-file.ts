import type { Call, Reply } from "@jst/rpc";
import { AppError, notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { GetFileQuery, Handler, StoredFile } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { files, findLiveFile, type LiveFile } from "./file.ts";
import { sentFile } from "./sent-file.ts";

/** How long an address is good for where nothing is said of it. */
const SECONDS = 300;

/** Answers the bytes of a public file, an address of those of a private one, or what the mode asks for. */
export const getFile: Handler<"GetFile"> = async ({ path, query }, call) => {
  if (query.expires_in !== undefined && query.mode !== "signed") throw onlySigned();
  if (!isUuid(path.file_id)) throw notFound();
  const [file] = await call.read<LiveFile>(findLiveFile(call.caller.team_id, path.file_id));
  if (file === undefined) throw notFound();
  if (query.mode === "meta") return known(file, call);
  const isSaved = query.download === "1" || query.download === "true";
  if (query.mode === "signed") return signed(file, isSaved, query, call);
  const { visibility } = JSON.parse(file.body) as StoredFile;
  return visibility === "public"
    ? sentFile(call.deps.store, call.caller.team_id, file, isSaved)
    : elsewhere(file, isSaved, call);
};

function known(file: LiveFile, call: Call<Deps>): Reply {
  const reply = files.reply(file);
  return call.isKnown(file.version) ? { ...reply, status: 304 } : reply;
}

async function signed(
  file: LiveFile,
  isSaved: boolean,
  { expires_in: seconds = SECONDS }: GetFileQuery,
  call: Call<Deps>,
): Promise<Reply> {
  const { address, expiresAt } = await call.deps.addresses.sign(call.context, file.id, { seconds, isSaved });
  const body = { url: `${call.baseUrl}/p/files/${address}`, expires_at: expiresAt };
  return { body, headers: { "cache-control": "no-store" } };
}

async function elsewhere(file: LiveFile, isSaved: boolean, call: Call<Deps>): Promise<Reply> {
  const { address } = await call.deps.addresses.sign(call.context, file.id, { seconds: SECONDS, isSaved });
  const location = `${call.baseUrl}/p/files/${address}`;
  return { status: 302, body: "", headers: { location, "cache-control": "no-store" } };
}

function onlySigned(): AppError {
  const message = "expires_in can be used only with mode=signed. Remove expires_in, or send mode=signed.";
  return new AppError(
    "invalid_parameter",
    "expires_in can be used only with mode=signed. Remove expires_in, or send mode=signed.",
    {
      errors: [{ field: "expires_in", code: "invalid_value", message }],
    },
  );
}
