import type { Handler } from "../../gen/rpc.ts";
import { hasLabs } from "./require-enrolled.ts";

/** Answers whether laboratory values are shown, and how many patients there are. */
export const getEmr: Handler<"GetEmr"> = async (_input, call) => {
  const rows = await call.read<{ status: string; count: string }>({
    name: "emr.patients.counts",
    text: `select p.status, count(*) from emr.patients p
where p.team_id = $1 and p.status in ('active', 'inactive') group by p.status`,
    values: [call.caller.team_id],
  });
  const count = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  const patient_counts = { active: count("active"), inactive: count("inactive") };
  return { body: { labs_enabled: hasLabs(call), patient_counts } };
};
