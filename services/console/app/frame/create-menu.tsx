import { Plus } from "lucide-react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useLocation } from "wouter";
import { CREATE } from "../words/keyboard.ts";
import { useCreates } from "./creates.ts";

interface CreateMenuOf {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** A button that lists what the person may create; each leads to the form of a new thing (console.create). */
export function CreateMenu({ isOpen, onOpen }: CreateMenuOf) {
  const creates = useCreates();
  const [, navigate] = useLocation();
  if (creates.length === 0) return null;
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpen}>
      <Button className="icon" aria-label={CREATE.opens} aria-keyshortcuts="C">
        <Plus size={16} aria-hidden />
      </Button>
      <Popover className="popover teams">
        <Menu aria-label={CREATE.opens} onAction={(to) => navigate(String(to))}>
          {creates.map(({ to, name }) => (
            <MenuItem key={to} id={to}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
