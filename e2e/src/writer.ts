import { send } from "./http.ts";

/** Observations of a stream of writes. */
export interface Written {
  /** Names whose write was acknowledged with a 2xx. */
  acknowledged: string[];
  /** Answers that were neither 2xx nor an honest 503 or 504. */
  faults: string[];
  refused: number;
}

/** Creates rows one after another until it is told to stop; `dataOf` says what one of a name holds. */
export function startWriting(
  path: string,
  token: string,
  prefix: string,
  dataOf: (name: string) => object = (name) => ({ name }),
): { stop(): Promise<Written>; count(): number } {
  const written: Written = { acknowledged: [], faults: [], refused: 0 };
  let isStopped = false;
  const loop = async () => {
    for (let number = 0; !isStopped; number++) {
      const name = `${prefix}-${number}`;
      const answer = await send({ method: "POST", path, token, body: { data: dataOf(name) } }).catch(
        (error: unknown) => error,
      );
      if (answer instanceof Error) written.faults.push(answer.message);
      else record(written, name, (answer as { status: number }).status);
    }
  };
  const done = loop();
  return {
    count: () => written.acknowledged.length,
    stop: async () => {
      isStopped = true;
      await done;
      return written;
    },
  };
}

function record(written: Written, name: string, status: number): void {
  if (status === 201) written.acknowledged.push(name);
  else if (status === 503 || status === 504) written.refused++;
  else written.faults.push(`${name}: ${status}`);
}
