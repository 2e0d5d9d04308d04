import { useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Dialog, DialogContent, FormFooter } from "../../ui/overlays/Dialog.tsx";

/** Asks why a deal was lost before it is moved. */
export function LostDialog({ title, onReason, onClose }: { title: string; onReason(reason: string): void; onClose(): void }) {
  const { t } = useI18n();
  const [reason, setReason] = useState("");
  return (
    <Dialog title={t("pipeline.lost", { title })} size="small" isOpen onOpenChange={(open) => !open && onClose()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== "") onReason(reason.trim());
        }}
      >
        <DialogContent>
          <TextField label={t("pipeline.lostReason")} isRequired value={reason} onChange={setReason} />
        </DialogContent>
        <FormFooter verb={t("pipeline.markLost")} isDisabled={reason.trim() === ""} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
