import { useState } from "react";
import { Button } from "react-aria-components";
import { PHONE, useMedia } from "../frame/use-frame.ts";
import { TABLES } from "../words/tables.ts";
import { useSaid } from "./said.ts";

/** Whether rows are cards: as the address says, else on what was a phone when the page was opened. */
export function useCards() {
  const { said, say } = useSaid();
  const isPhone = useMedia(PHONE);
  // A phone that is turned loses no open editor.
  const [wasPhone] = useState(isPhone);
  const isCards = (said["as"] ?? (wasPhone ? "cards" : "grid")) === "cards";
  return { isPhone, isCards, toggle: () => say({ as: isCards ? "grid" : "cards" }) };
}

/** The button that shows cards in place of the grid, or the grid in place of cards. */
export function CardsOrGrid({ isPhone, isCards, toggle }: ReturnType<typeof useCards>) {
  if (!isPhone && !isCards) return null;
  return (
    <Button className="quiet" onPress={toggle}>
      {isCards ? TABLES.asGrid : TABLES.asCards}
    </Button>
  );
}
