import { answered, isQueued } from "@jst/client";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useLocation } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Ask } from "../parts/ask.tsx";
import { Failure } from "../parts/failure.tsx";
import { ifVersion, useWriting } from "../parts/writing.ts";
import { PATHS } from "../paths.ts";
import { IMPORTS } from "../words/imports.ts";
import { LOSSES } from "../words/losses.ts";
import { CheckFailure } from "./check-failure.tsx";
import { isWorking, patchImport, touchesOf, turnOf, type Import } from "./imports.ts";
import { PAGES, pathOfImport, ROUTES, useKind } from "./kind.ts";
import { isUnmapped, lossesOf, wholeOf, type Part } from "./mapping.ts";

import { WithdrawRun, type RunProposal } from "./proposal.tsx";

interface ActsOf {
  of: Import;
  /** Its parts as they are shown. */
  parts: readonly Part[];
  /** Whether all that is shown has been read. */
  isReady: boolean;
  /** Whether the person has confirmed what is lost. */
  isSeen: boolean;
  proposal: RunProposal;
  /** Called with the refusal of a check, and with null as another one begins. */
  onRefused: (error: Error | null) => void;
}

/** The acts on an import in its state: one button is the next step. */
export function Acts({ of, parts, isReady, isSeen, proposal, onRefused }: ActsOf) {
  // Nobody changes or deletes an import whose run waits for approval.
  if (proposal.isWaiting) return <WithdrawRun {...proposal} />;
  return (
    <>
      {isWorking(of) ? <Cancel of={of} /> : <Remove of={of} />}
      {of.status === "analysed" && <Check {...{ of, parts, isReady, onRefused }} />}
      {of.status === "ready" && <Run {...{ of, parts, isSeen }} />}
    </>
  );
}

/** Stores where the columns go as the page suggests it, and has all rows judged. */
function Check({ of, parts, isReady, onRefused }: Omit<ActsOf, "isSeen" | "proposal">) {
  const kind = useKind();
  const checking = useWriting({
    send: async (body: { parts: Part[] }, key) => {
      const changes = body.parts.map(wholeOf);
      if (changes.length > 0)
        await patchImport(
          kind,
          of.id,
          { parts: changes },
          { "Idempotency-Key": `${key["Idempotency-Key"]} parts` },
        );
      const params = { path: pathOfImport(of.id), header: key };
      return answered(api.POST(ROUTES[kind].check, { params }));
    },
    turn: turnOf(of.id),
    touches: touchesOf(of.id),
    onRefused,
  });
  const suggestions = parts.filter(({ index }) => {
    const stored = of.parts?.find((one) => one.index === index);
    return stored !== undefined && isUnmapped(stored);
  });
  return (
    <>
      <Button
        className={checking.isPending || !isReady ? "main pending" : "main"}
        onPress={() => {
          if (checking.isPending || !isReady) return;
          onRefused(null);
          checking.mutate({ parts: suggestions });
        }}
      >
        {IMPORTS.check}
      </Button>
      {checking.error !== null && <CheckFailure error={checking.error} parts={parts} />}
    </>
  );
}

/** Writes the rows; asks before it leaves out those that are rejected. */
function Run({
  of: { id, version, counts },
  parts,
  isSeen,
}: Omit<ActsOf, "isReady" | "proposal" | "onRefused">) {
  const route = ROUTES[useKind()].run;
  const hasLosses = parts.some((part) => lossesOf(part).length > 0);
  const [isAsked, setAsked] = useState(false);
  const running = useWriting({
    send: (body: Schemas["ImportRun"], key) => {
      const params = { path: pathOfImport(id), header: { ...key, ...ifVersion(version) } };
      return answered(api.POST(route, { params, body }));
    },
    touches: [...touchesOf(id), ["rows"], ["table"], ["tables"], ["contacts"], ["articles"], ["files"]],
  });
  const writes = counts.create + counts.update;
  const run = (body: Schemas["ImportRun"]) => {
    setAsked(true);
    if (running.isPending || (hasLosses && !isSeen)) return;
    running.mutate(hasLosses ? { ...body, losses_seen: true } : body);
  };
  if (writes === 0) return <p role="status">{IMPORTS.runNothing}</p>;
  return (
    <>
      {counts.reject > 0 ? (
        <Ask
          className={running.isPending ? "main pending" : "main"}
          question={{
            ...IMPORTS.leave(counts.reject),
            opens: IMPORTS.run(writes),
            onYes: () => run({ rejected: "leave" }),
          }}
          answers={undefined}
        />
      ) : (
        <Button className={running.isPending ? "main pending" : "main"} onPress={() => run({})}>
          {IMPORTS.run(writes)}
        </Button>
      )}
      {isAsked && hasLosses && !isSeen && <p role="alert">{LOSSES.confirm}</p>}
      {running.error !== null && <Failure error={running.error} />}
    </>
  );
}

function Cancel({ of: { id } }: Pick<ActsOf, "of">) {
  const route = ROUTES[useKind()].cancel;
  const params = { path: pathOfImport(id) };
  return (
    <Act
      words={IMPORTS.cancel}
      touches={touchesOf(id)}
      send={(header) => answered(api.POST(route, { params: { ...params, header } }))}
    />
  );
}

function Remove({ of: { id, name } }: Pick<ActsOf, "of">) {
  const [, go] = useLocation();
  const kind = useKind();
  const path = pathOfImport(id);
  return (
    <Act
      words={IMPORTS.remove(name)}
      isDangerous
      // The page of an import that is deleted has nothing to read.
      touches={[["imports"]]}
      send={(header) => answered(api.DELETE(ROUTES[kind].one, { params: { path, header } }))}
      onDone={(reply) => {
        if (!isQueued(reply)) go(PATHS[PAGES[kind].list]);
      }}
    />
  );
}
