import type { LucideIcon } from "lucide-react";
import { Menu, MenuItem, MenuSection, Popover } from "react-aria-components";
import { HEADS } from "../words/heads.ts";

/** An act of the menu of a head. */
export interface HeadAct {
  id: string;
  text: string;
  icon: LucideIcon;
  /** With the head, beside which it may ask more. */
  act: (head: HTMLElement) => void;
}

/** Acts of the menu of a head that belong together. */
export interface HeadSection {
  name: string;
  acts: readonly HeadAct[];
}

interface HeadMenuOf {
  /** Title of the column. */
  title: string;
  head: HTMLElement;
  sections: readonly HeadSection[];
  onClose: () => void;
}

/** The menu of a head, open beside it (console.grid-heads). */
export function HeadMenu({ title, head, sections, onClose }: HeadMenuOf) {
  const act = (id: unknown): void => {
    onClose();
    sections
      .flatMap(({ acts }) => acts)
      .find((one) => one.id === id)
      ?.act(head);
  };
  return (
    <Popover
      className="popover teams"
      aria-label={HEADS.menu(title)}
      placement="bottom start"
      offset={2}
      triggerRef={{ current: head }}
      isOpen
      onOpenChange={onClose}
    >
      <Menu aria-label={HEADS.menu(title)} autoFocus="first" onAction={act} onClose={onClose}>
        {sections.map(({ name, acts }) => (
          <MenuSection key={name} aria-label={name}>
            {acts.map(({ id, text, icon: Icon }) => (
              <MenuItem key={id} id={id} textValue={text}>
                <Icon size={16} aria-hidden />
                {text}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  );
}
