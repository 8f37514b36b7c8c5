import { notFound } from "@jst/errors";
import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { pinFileOf } from "./pins.ts";

/** Has the bytes of a file stay until its holder releases them; 404 if they are gone, or another team's. */
export const pinFile: InternalHandler<"PinFile"> = async (pin, call) => {
  const context = platformContext(pin.team_id, call);
  const statement = pinFileOf(context.teamId, pin.id, pin.holder_id);
  const { result } = await call.deps.database.write(context, (tx) => tx.query(statement));
  if (result.length === 0) throw notFound();
  return { body: { ...pin } };
};
