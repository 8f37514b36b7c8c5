import { answered } from "@jst/client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { isWorthAnotherTry } from "../answers.ts";
import { api, type Schemas } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { VERIFYING } from "../words/verifying.ts";

type Part = Schemas["AuditVerification"];

/** Verifies the team's logs, one part after the other, and says how far it is and what it found. */
export function Verifying() {
  const [last, setLast] = useState<Part>();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      setLast(undefined);
      return logsVerified(setLast);
    },
  });
  return (
    <section className="card" aria-label={VERIFYING.title}>
      <h2>{VERIFYING.title}</h2>
      <p>{VERIFYING.says}</p>
      <Button className="main" isPending={isPending} onPress={() => mutate()}>
        {VERIFYING.verify}
      </Button>
      <div role="status">
        {isPending && <p>{last === undefined ? VERIFYING.begins : VERIFYING.soFar(last)}</p>}
        {!isPending && data?.map((part) => <Found key={part.log} part={part} />)}
      </div>
      {!isPending && error !== null && <Failure error={error} />}
    </section>
  );
}

function Found({ part }: { part: Part }) {
  return (
    <div className={part.broken === null ? "" : "failure"}>
      <p>{VERIFYING.found(part)}</p>
      {part.broken !== null && <p>{VERIFYING.tell}</p>}
    </div>
  );
}

/** The last part of each log: to its end, or to what breaks it. */
async function logsVerified(onPart: (part: Part) => void): Promise<Part[]> {
  const ended: Part[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const part = await partVerified(cursor);
    onPart(part);
    if (part.complete) ended.push(part);
    cursor = part.next_cursor;
  }
  return ended;
}

/** The part behind a place; a reply that did not come is asked for again. */
async function partVerified(cursor: string): Promise<Part> {
  const params = { query: cursor === "" ? {} : { cursor } };
  for (let failures = 0; ; failures += 1) {
    try {
      return await answered(api.GET("/api/v1/audit/verify", { params }));
    } catch (error) {
      if (!(error instanceof Error) || !isWorthAnotherTry(failures, error)) throw error;
    }
  }
}
