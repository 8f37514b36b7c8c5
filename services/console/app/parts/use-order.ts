import { useRef, useState } from "react";
import { moved } from "./drafts.ts";
import { inOrder, type Placed } from "./order.ts";
import { useWriting, type Write, type WriteKey } from "./writing.ts";

interface OrderOf<T> extends Pick<Write<readonly string[], object>, "touches"> {
  /** The things as they were read. */
  read: readonly T[];
  /** Names the moves that are stored one after the other. */
  turn: string;
  /** Stores these things in their order. */
  store: (ordered: readonly T[], key: WriteKey) => Promise<object>;
}

/** Things in their order. Each move is stored at once; until then the list shows it. */
export function useOrder<T extends Placed>({ read, turn, touches, store }: OrderOf<T>) {
  const [chosen, setChosen] = useState<readonly string[]>();
  const latest = useRef<readonly string[]>(undefined);
  const saving = useWriting({
    // The last one of the moves that wait has the whole order.
    send: async (ids: readonly string[], key) =>
      ids === latest.current ? store(inOrder(read, ids), key) : {},
    touches,
    turn,
    onShown: () => {
      const settle = () => setChosen((ids) => (ids === latest.current ? undefined : ids));
      // A frame later the list is drawn as it was read: a way back to the former order would take the focus.
      requestAnimationFrame(settle);
    },
    onRefused: () => setChosen(undefined),
  });
  const ordered = inOrder(read, chosen ?? []);
  const move = (from: number, to: number): void => {
    const ids = moved(
      ordered.map(({ id }) => id),
      from,
      to,
    );
    latest.current = ids;
    setChosen(ids);
    saving.mutate(ids);
  };
  return { ordered, move, saving };
}
