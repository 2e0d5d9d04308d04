import type { ReactNode } from "react";
import { classes } from "../lib/classes.ts";
import { CloseButton } from "./CloseButton.tsx";
import { Surface, Trigger, type TriggerProps, useOpening } from "./opening.tsx";

interface DrawerProps extends TriggerProps {
  title: string;
  size?: "panel" | "wide";
  /** Next to the title: buttons. */
  actions?: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A sheet from the end side; from the bottom on a phone. For a panel without space, and for longer forms. */
export function Drawer({ title, trigger, size = "panel", actions, children, ...given }: DrawerProps) {
  const opening = useOpening(given);
  return (
    <>
      {trigger !== undefined && <Trigger opening={opening}>{trigger}</Trigger>}
      <Surface state={opening.state}>
        {({ ModalSurface }) => (
          <ModalSurface
            opening={opening}
            title={title}
            scrimClass="for-drawer"
            className={classes("drawer", size)}
            isDismissable
            head={(close) => (
              <span className="ms-auto flex items-center gap-1">
                {actions}
                <CloseButton onPress={close} />
              </span>
            )}
          >
            {(close) => (typeof children === "function" ? children(close) : children)}
          </ModalSurface>
        )}
      </Surface>
    </>
  );
}
