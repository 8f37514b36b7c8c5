import { uuidv7 } from "@jst/db";
import type { WorkflowValues } from "../../gen/resources.ts";
import type { WorkflowRun } from "../../gen/rpc.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A workflow as a seed makes it. */
export type WorkflowExample = Omit<WorkflowValues, "last_run"> & { last_run?: WorkflowRun };

/** Workflows of a small company, of every status, kind of trigger and outcome of a run; one never ran. */
export function workflowExamples(now: Date, formId: string): readonly WorkflowExample[] {
  const run = (status: WorkflowRun["status"], startedMsAgo: number): { last_run: WorkflowRun } => {
    const started = now.getTime() - startedMsAgo;
    const finished_at = status === "running" ? null : new Date(started + MINUTE_MS).toISOString();
    return { last_run: { id: uuidv7(), status, started_at: new Date(started).toISOString(), finished_at } };
  };
  return [
    {
      name: "Welcome a new contact",
      description: "Sends the welcome letter and gives the contact an owner.",
      status: "active",
      trigger: { type: "event", event_type: "contact.created" },
      step_count: 3,
      ...run("success", 2 * DAY_MS),
    },
    {
      name: "Weekly pipeline digest",
      description: "Tells the sales team on Monday morning what moved last week.",
      status: "active",
      trigger: { type: "schedule", cron: "0 8 * * 1", timezone: "Europe/Berlin" },
      step_count: 2,
      ...run("running", 5 * MINUTE_MS),
    },
    {
      name: "Hand over an account",
      description: "Moves contacts, tasks and notes from one owner to another.",
      status: "paused",
      trigger: { type: "manual" },
      step_count: 5,
      ...run("failed", 9 * DAY_MS),
    },
    {
      name: "Answer an enquiry",
      description: "Makes a task for each enquiry from the website.",
      status: "draft",
      trigger: { type: "form", form_id: formId },
      step_count: 4,
    },
    {
      name: "Christmas letters",
      description: null,
      status: "archived",
      trigger: { type: "schedule", cron: "0 9 1 12 *", timezone: "Europe/Berlin" },
      step_count: 2,
      ...run("success", 300 * DAY_MS),
    },
  ];
}
