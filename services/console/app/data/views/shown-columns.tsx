import { Button, DialogTrigger } from "react-aria-components";
import { moved } from "../../parts/drafts.ts";
import { Moves } from "../../parts/moves.tsx";
import { EditorPopover } from "../filters/chip.tsx";
import { SHOWN_COLUMNS } from "../../words/views.ts";
import type { Look } from "./look.ts";

interface ShownColumnsOf {
  columns: readonly { name: string; title: string }[];
  look: Pick<Look, "order" | "hidden">;
  onLook: (change: Partial<Look>) => void;
}

/** Which columns are shown, and in which order: of this look alone until it is saved. */
export function ShownColumns({ columns, look, onLook }: ShownColumnsOf) {
  const { order, hidden } = look;
  const names = new Map(columns.map(({ name, title }) => [name, title]));
  const shown = order.length - hidden.length;
  const label = hidden.length === 0 ? SHOWN_COLUMNS.opens : SHOWN_COLUMNS.some(shown, order.length);
  return (
    <DialogTrigger>
      <Button className="quiet">{label}</Button>
      <EditorPopover>
        {() => (
          <ul className="shown-columns" aria-label={SHOWN_COLUMNS.list}>
            {order.map((name, index) => (
              <li key={name}>
                <label>
                  <input
                    type="checkbox"
                    checked={!hidden.includes(name)}
                    onChange={({ target }) =>
                      onLook({
                        hidden: target.checked ? hidden.filter((one) => one !== name) : [...hidden, name],
                      })
                    }
                  />
                  {names.get(name) ?? name}
                </label>
                <Moves
                  what={names.get(name) ?? name}
                  index={index}
                  isLast={index === order.length - 1}
                  onMove={(to) => onLook({ order: moved(order, index, to) })}
                />
              </li>
            ))}
          </ul>
        )}
      </EditorPopover>
    </DialogTrigger>
  );
}
