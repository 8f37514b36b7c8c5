import { one } from "@jst/db";
import type { InternalHandler } from "../../gen/rpc.ts";

/** Answers the waiting messages of all teams. */
export const getQueue: InternalHandler<"GetQueue"> = async (_body, { deps }) => {
  const waiting = one(
    await deps.worker.query<{ pending: number; due: number; oldest_due_age: number }>({
      name: "comms.queue.waiting",
      text: `select count(*)::int as pending, count(*) filter (where due_at <= clock_timestamp())::int as due,
        greatest(coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0), 0)::float8 as oldest_due_age
      from comms.queue`,
      values: [],
    }),
  );
  return { body: waiting };
};
