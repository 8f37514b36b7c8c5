import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import { instant } from "@jst/db";
import type { Handler, ListSchedulesQuery } from "../../gen/rpc.ts";
import { defaultHours } from "./schedule.ts";

const fields = fieldsOf({ name: "id", kind: "uuid", sql: "t.id", notNull: true });

/** A text of ours as SQL has it. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The hosts of a team with what was set of their hours; what was not is the default one's. */
function scheduleList(teamId: string, timezone: string): ResourceList<ListSchedulesQuery> {
  const hours = defaultHours(timezone);
  const or = (member: "weekly" | "overrides" | "blocks") =>
    `coalesce(s.${member}, ${literal(JSON.stringify(hours[member]))}::jsonb)`;
  return {
    plural: "schedules",
    route: "scheduling.v1.Schedules/ListSchedules",
    from: `(
    select e.team_id, e.host_id as id from scheduling.event_types e
    union
    select h.team_id, h.id from scheduling.schedules h
  ) t left join scheduling.schedules s on s.team_id = t.team_id and s.id = t.id`,
    item: `json_build_object('host_id', t.id, 'timezone', coalesce(s.timezone, ${literal(timezone)}),
    'weekly', ${or("weekly")}, 'overrides', ${or("overrides")}, 'blocks', ${or("blocks")},
    'is_default', s.id is null, 'version', coalesce(s.version, 0), 'updated_at', ${instant("s.updated_at")})`,
    fields,
    order: "id:asc",
    where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`],
  };
}

/** Returns one page of the team's schedules: of the hosts of event types, and of members whose hours were set. */
export const listSchedules: Handler<"ListSchedules"> = async ({ query }, call) => {
  const { team_id: teamId, team } = call.caller;
  return { body: await resourcePage(scheduleList(teamId, team.timezone), query, call) };
};
