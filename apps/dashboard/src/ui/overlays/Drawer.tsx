import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components/Modal";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";
import { classes } from "../classes.ts";
import { type OpenState, Triggered, type TriggerProps } from "./Triggered.tsx";

interface DrawerProps extends TriggerProps {
  title: string;
  size?: "panel" | "wide";
  /** Beside the title: buttons. */
  actions?: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A sheet from the end side; from beneath on a phone. For a panel that has no room, and for longer forms. */
export function Drawer({ title, trigger, size = "panel", actions, children, ...state }: DrawerProps) {
  const { t } = useI18n();
  const overlay = (opened: OpenState) => (
    <ModalOverlay className="scrim animated for-drawer" isDismissable {...opened}>
      <Modal className={classes("drawer", size)}>
        <AriaDialog className="dialog-body" data-owns-keys="">
          {({ close }) => (
            <>
              <header className="dialog-head">
                <Heading slot="title" className="cut">
                  {title}
                </Heading>
                <span className="ms-auto flex items-center gap-1">
                  {actions}
                  <Button icon={X} label={t("common.close")} variant="ghost" size="small" onPress={close} keys="escape" />
                </span>
              </header>
              {typeof children === "function" ? children(close) : children}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
  return <Triggered trigger={trigger} {...state} overlay={overlay} />;
}
