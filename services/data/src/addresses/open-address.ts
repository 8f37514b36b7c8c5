import { AppError, notFound } from "@jst/errors";
import type { OpenHandler } from "../../gen/rpc.ts";
import { sentFile, sentInPublic } from "../files/sent-file.ts";

/** Returns the bytes of a file for its address; 410 if the address has expired. */
export const openAddress: OpenHandler<"OpenAddress"> = async ({ path }, call) => {
  const { addresses, store, openings } = call.deps;
  openings.take(`${path.address} ${call.source ?? ""}`);
  const found = await addresses.find(path.address);
  const file = found && (await addresses.open(found, call));
  if (file === undefined) throw notFound();
  if (found?.is_expired === true)
    throw new AppError("signed_url_expired", "This link has expired. Ask for a new one.");
  if (found?.is_public === true) return sentInPublic(store, found.team_id, file);
  return sentFile(store, found?.team_id ?? "", file, found?.is_saved === true);
};
