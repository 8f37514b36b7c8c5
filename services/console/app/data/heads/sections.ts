import {
  ArrowDownAZ,
  ArrowDownZA,
  ArrowLeftToLine,
  ArrowRightToLine,
  EyeOff,
  ListFilter,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from "lucide-react";
import type { HeadSection } from "../../grid/head-menu.tsx";
import { HEADS } from "../../words/heads.ts";
import type { HeadActId, MenuActs } from "./menu-acts.ts";

const ICONS = {
  ascending: ArrowDownAZ,
  descending: ArrowDownZA,
  filter: ListFilter,
  hide: EyeOff,
  freeze: Pin,
  unfreeze: PinOff,
  edit: Pencil,
  left: ArrowLeftToLine,
  right: ArrowRightToLine,
  remove: Trash2,
} as const;

/** Returns the sections of the menu of a head, without those that do nothing. */
export function sectionsOf(
  acts: Partial<MenuActs>,
  textOf: (id: HeadActId) => string,
  act: (id: HeadActId, head: HTMLElement) => void,
): HeadSection[] {
  const sections = Object.entries(acts) as [keyof MenuActs, readonly HeadActId[]][];
  return sections
    .filter(([, ids]) => ids.length > 0)
    .map(([section, ids]) => ({
      name: HEADS.sections[section],
      acts: ids.map((id) => ({
        ...{ id, text: textOf(id), icon: ICONS[id] },
        act: (head) => act(id, head),
      })),
    }));
}
