import { AsyncLocalStorage } from "node:async_hooks";
import type { Deps } from "../deps.ts";

/** Decision of one request that begins together with others. */
interface Together {
  /** Answers of auth to the decisions that begin together, by question. */
  answers: Map<string, Promise<unknown>>;
  /** Waits for the decisions in front of this one. */
  turn: () => Promise<void>;
}

/** Questions to auth that decisions which begin together ask once. */
type Questions = Pick<Deps, "callerOf" | "deciderFacts">;

const together = new AsyncLocalStorage<Together>();

/**
 * Begins the decisions at once, and lets them change something one after the other, in their order (trust.decide-many).
 * `requireTime` throws where a decision whose turn has come is too late.
 */
export function decideTogether<T, R>(
  decisions: readonly T[],
  decide: (decision: T) => Promise<R>,
  requireTime: () => void,
): Promise<R[]> {
  const answers: Together["answers"] = new Map();
  let former: Promise<unknown> = Promise.resolve();
  const all = decisions.map((decision) => {
    const inFront = former;
    const turn = async (): Promise<void> => {
      await inFront;
      requireTime();
    };
    const result = together.run({ answers, turn }, () => decide(decision));
    former = Promise.allSettled([inFront, result]);
    return result;
  });
  return Promise.all(all);
}

/** Waits until the decisions in front of this one are over; a decision alone goes on at once. */
export async function ownTurn(): Promise<void> {
  await together.getStore()?.turn();
}

/**
 * Asks auth the same question once for decisions that begin together. It is asked after each of them has begun, so none
 * is decided on by what auth knew before (trust.decide).
 */
export function askedTogether({ callerOf, deciderFacts }: Questions): Questions {
  return {
    callerOf: (proposer, hop) => once(["caller", proposer], () => callerOf(proposer, hop)),
    deciderFacts: (decider, hop) => once(["decider", decider], () => deciderFacts(decider, hop)),
  };
}

function once<T>(question: readonly unknown[], ask: () => Promise<T>): Promise<T> {
  const answers = together.getStore()?.answers;
  if (answers === undefined) return ask();
  const key = JSON.stringify(question);
  const answer = (answers.get(key) as Promise<T> | undefined) ?? ask();
  answers.set(key, answer);
  return answer;
}
