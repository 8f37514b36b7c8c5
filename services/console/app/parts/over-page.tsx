import type { ReactNode } from "react";
import { Modal, ModalOverlay, type ModalOverlayProps } from "react-aria-components";

interface OverPageOf extends Pick<ModalOverlayProps, "isOpen" | "onOpenChange" | "isDismissable"> {
  /** Whether the box has room for a table. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * Draws a dialog in a box over the page, with an overlay of its own: without one, React Aria draws a nested box inside
 * the outer one.
 */
export function OverPage({ isWide = false, children, ...overlay }: OverPageOf) {
  return (
    <ModalOverlay className="veil centered" {...overlay}>
      <Modal className={isWide ? "modal wide" : "modal"}>{children}</Modal>
    </ModalOverlay>
  );
}
