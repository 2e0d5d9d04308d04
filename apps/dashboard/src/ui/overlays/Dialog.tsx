import { type ReactNode, useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";
import { classes } from "../lib/classes.ts";
import { reasonOf } from "../fields/failure.ts";
import { CloseButton } from "./CloseButton.tsx";
import { Surface, Trigger, type TriggerProps, useOpening } from "./opening.tsx";

export interface DialogProps extends TriggerProps {
  title: string;
  size?: "small" | "medium" | "large";
  /** For questions that require an answer: Esc and a press outside do nothing. */
  mustAnswer?: boolean;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A question above everything else. For irreversible actions, and for short forms without a place of their own. */
export function Dialog({ title, trigger, size = "medium", mustAnswer = false, className, children, ...given }: DialogProps) {
  const opening = useOpening(given);
  return (
    <>
      {trigger !== undefined && <Trigger opening={opening}>{trigger}</Trigger>}
      <Surface state={opening.state}>
        {({ ModalSurface }) => (
          <ModalSurface
            opening={opening}
            title={title}
            className={classes("dialog", size, className)}
            isDismissable={!mustAnswer}
            mustAnswer={mustAnswer}
            head={(close) => !mustAnswer && <CloseButton onPress={close} className="ms-auto" />}
          >
            {(close) => (typeof children === "function" ? children(close) : children)}
          </ModalSurface>
        )}
      </Surface>
    </>
  );
}

/** The content of a dialog; it scrolls. */
/** `isFocusable`: nothing in it takes the focus, so keyboard users scroll it with the arrows. */
export function DialogContent({ children, isFocusable = false }: { children: ReactNode; isFocusable?: boolean }) {
  return (
    <div className="dialog-content scroll" {...(isFocusable ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}

/** Its buttons, at the end: cancel first, the verb last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className="dialog-foot">{children}</footer>;
}

/** For a form in a dialog: cancel, and the verb that submits it. */
export function FormFooter({ verb, isDisabled = false, onCancel }: { verb: string; isDisabled?: boolean; onCancel(): void }) {
  const { t } = useI18n();
  return (
    <DialogFooter>
      <Button onPress={onCancel}>{t("common.cancel")}</Button>
      <Button type="submit" variant="primary" isDisabled={isDisabled}>
        {verb}
      </Button>
    </DialogFooter>
  );
}

interface ConfirmProps extends TriggerProps {
  title: string;
  /** What happens, and that it cannot be undone. */
  children: ReactNode;
  /** A verb: "Delete 12 contacts". */
  confirmLabel: string;
  isDanger?: boolean;
  isPending?: boolean;
  /** Closes when it is done; stays open if it throws. */
  onConfirm: () => void | Promise<void>;
}

/** An alert dialog for irreversible actions. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  isDanger = true,
  isPending = false,
  trigger,
  onConfirm,
  ...given
}: ConfirmProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [running, setRunning] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const opening = useOpening(given);
  return (
    <>
      {trigger !== undefined && <Trigger opening={opening}>{trigger}</Trigger>}
      <Surface state={opening.state}>
        {({ ModalSurface }) => (
          <ModalSurface opening={opening} title={title} className="dialog small" isAlert>
            {(close) => (
              <>
                <div className="dialog-content scroll text-text-2">
                  {children}
                  {reason !== null && (
                    <p className="error mt-2" role="alert">
                      {reason}
                    </p>
                  )}
                </div>
                <footer className="dialog-foot">
                  <Button onPress={close} autoFocus>
                    {t("common.cancel")}
                  </Button>
                  <Button
                    variant={isDanger ? "dangerSolid" : "primary"}
                    isPending={isPending || running}
                    onPress={async () => {
                      setRunning(true);
                      setReason(null);
                      try {
                        await onConfirm();
                        close();
                      } catch (error) {
                        setReason(reasonOf(error, i18n));
                      } finally {
                        setRunning(false);
                      }
                    }}
                  >
                    {confirmLabel}
                  </Button>
                </footer>
              </>
            )}
          </ModalSurface>
        )}
      </Surface>
    </>
  );
}
