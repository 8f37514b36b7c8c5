import { answered } from "@jst/client";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "react-aria-components";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Outcome } from "../parts/outcome.tsx";
import { useWriting } from "../parts/writing.ts";
import { newPathOf, PATHS } from "../paths.ts";
import { useConfig } from "../session/modules.ts";
import { mayDo, useSession } from "../session/session.ts";
import { set, TOUCHES } from "../team/setting.ts";
import { FIRST_STEPS } from "../words/approvals.ts";
import { areDoneNow, hasAgentCalled, STEPS, stepsFor, type Step } from "./steps.ts";

const EVERY_MS = 30_000;
/** Days for which a call of an agent counts, the most that are summed. */
const DAYS = 90;
/** By which it is known which steps are done. */
const STATES = ["first-steps"];

/** Asks for the first steps of a team that are left, until all are done or somebody hides them. */
export function FirstSteps() {
  const session = useSession();
  const config = useConfig();
  const queries = useQueryClient();
  const isHidden = config?.first_steps === "hidden";
  useEffect(() => {
    // Steps that were left then are not taken for just done when an owner shows them again.
    if (isHidden) queries.removeQueries({ queryKey: STATES });
  }, [isHidden, queries]);
  if (config?.first_steps !== "shown") return null;
  const steps = stepsFor(session, config.modules);
  return steps.length === 0 ? null : <Steps steps={steps} mayHide={mayDo(session, "config", "admin")} />;
}

interface StepsOf {
  steps: readonly Step[];
  mayHide: boolean;
}

function Steps({ steps, mayHide }: StepsOf) {
  const states = useQueries({
    queries: steps.map((step) => ({
      queryKey: [...STATES, step],
      queryFn: IS_DONE[step],
      // States stay known for who comes back from the page of a step.
      gcTime: Infinity,
      refetchInterval: EVERY_MS,
    })),
  });
  const { mutate, ...hiding } = useWriting({
    send: (_: undefined, header) => set({ key: "console.first_steps" })({ value: "hidden" }, header),
    touches: TOUCHES,
  });
  // A step is asked for once it is known that it is left.
  const left = steps.filter((_, at) => states[at]?.data === false);
  const done = steps.filter((_, at) => states[at]?.data === true);
  const wereLeft = useRef(new Set<Step>());
  useEffect(() => {
    for (const step of left) wereLeft.current.add(step);
    if (!mayHide || !areDoneNow(wereLeft.current, done)) return;
    wereLeft.current.clear();
    mutate(undefined);
  });
  if (left.length === 0 || states.some(({ isPending }) => isPending)) return null;
  return (
    <section className="card" aria-label={FIRST_STEPS.title}>
      <h2>{FIRST_STEPS.title}</h2>
      <p className="aside">{FIRST_STEPS.done(steps.length - left.length, steps.length)}</p>
      <ol className="lines">
        {left.map((step) => (
          <li key={step}>
            <Link to={step === "table" ? newPathOf("tables") : PATHS[STEPS[step].page]}>
              {FIRST_STEPS.steps[step].name}
            </Link>
            <p className="aside">{FIRST_STEPS.steps[step].says}</p>
          </li>
        ))}
      </ol>
      {mayHide && (
        <div className="actions">
          <Button onPress={() => mutate(undefined)} isPending={hiding.isPending}>
            {FIRST_STEPS.hide}
          </Button>
        </div>
      )}
      <Outcome of={hiding} />
    </section>
  );
}

const IS_DONE: Readonly<Record<Step, () => Promise<boolean>>> = {
  table: async () => {
    const filter = JSON.stringify({ field: "system", op: "eq", value: false });
    const query = { filter, limit: 1 };
    return (await answered(api.GET("/api/v1/data/tables", { params: { query } }))).tables.length > 0;
  },
  member: async () =>
    (await answered(api.GET("/api/v1/members", { params: { query: { limit: 2 } } }))).members.length > 1,
  agent: async () => (await hasApp()) || hasAgentCalled(await requestsByDoor()),
  key: async () =>
    (await answered(api.GET("/api/v1/tokens", { params: { query: { limit: 1 } } }))).tokens.length > 0,
};

async function hasApp(): Promise<boolean> {
  const query = { limit: 1 };
  const { connected_apps: apps } = await answered(api.GET("/api/v1/connected-apps", { params: { query } }));
  return apps.length > 0;
}

const requestsByDoor = () =>
  answered(api.GET("/api/v1/audit/summary", { params: { query: { days: DAYS } } }));
