import type { ReactNode } from "react";
import { OverlayTriggerStateContext } from "react-aria-components/Dialog";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components/Modal";
import { classes } from "../../lib/classes.ts";
import type { Opening } from "../opening.tsx";

interface Props {
  opening: Opening;
  title: string;
  /** The class of the backdrop. */
  scrimClass?: string;
  className: string;
  isAlert?: boolean;
  isDismissable?: boolean;
  mustAnswer?: boolean;
  /** Next to the title. */
  head?(close: () => void): ReactNode;
  children(close: () => void): ReactNode;
}

/** Its content contains its own buttons, which are loaded before this. */
export function ModalSurface(props: Props) {
  const { opening, title, scrimClass, className, isAlert = false, isDismissable = false, mustAnswer = false, head, children } = props;
  return (
    <OverlayTriggerStateContext value={opening.state}>
      <ModalOverlay className={classes("scrim animated", scrimClass)} isDismissable={isDismissable} isKeyboardDismissDisabled={mustAnswer}>
        <Modal className={className}>
          <Dialog className="dialog-body" id={opening.overlayId} data-owns-keys="" {...(isAlert ? { role: "alertdialog" as const } : {})}>
            {({ close }) => (
              <>
                <header className="dialog-head">
                  <Heading slot="title" {...(isAlert ? {} : { className: "cut" })}>
                    {title}
                  </Heading>
                  {head?.(close)}
                </header>
                {children(close)}
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </OverlayTriggerStateContext>
  );
}
