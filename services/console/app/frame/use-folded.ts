import { useState } from "react";

const PLACE = "menu";
const FOLDED = "folded";

/** Whether the menu is folded, which this browser stores, and how to fold or unfold it. */
export function useFolded(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(() => globalThis.localStorage.getItem(PLACE) === FOLDED);
  const toggle = () => {
    setFolded(!isFolded);
    globalThis.localStorage.setItem(PLACE, isFolded ? "open" : FOLDED);
  };
  return [isFolded, toggle];
}
