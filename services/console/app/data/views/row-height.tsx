import { Check, Rows3 } from "lucide-react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { HEADS } from "../../words/heads.ts";
import type { Look } from "./look.ts";
import type { RowHeight as Height } from "./look-grid.ts";

interface RowHeightOf {
  is: Height;
  onLook: (change: Pick<Look, "rowHeight">) => void;
}

const HEIGHTS = Object.entries(HEADS.rowHeights) as [Height, string][];

/** How high the rows are: of this look alone until it is saved. */
export function RowHeight({ is, onLook }: RowHeightOf) {
  return (
    <MenuTrigger>
      <Button className="quiet" aria-label={HEADS.rowHeight}>
        <Rows3 size={16} aria-hidden />
      </Button>
      <Popover className="popover teams" placement="bottom end">
        <Menu aria-label={HEADS.rowHeight} selectionMode="single" selectedKeys={[is]} disallowEmptySelection>
          {HEIGHTS.map(([height, text]) => (
            <MenuItem
              key={height}
              id={height}
              textValue={text}
              onAction={() => onLook({ rowHeight: height })}
            >
              <Check size={16} aria-hidden />
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
