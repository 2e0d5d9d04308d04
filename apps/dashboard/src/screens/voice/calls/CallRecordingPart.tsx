import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Call } from "@parley/sdk";
import { can, meQuery } from "../../../api/session.ts";
import { deleteRecording } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { CallSection } from "./CallSection.tsx";

/** Whether the call was recorded, and what is still stored. */
export function CallRecordingPart({ call: { id, recording } }: { call: Call }) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const [deleting, setDeleting] = useState(false);
  if (recording === null) return null;
  const { status, durationSeconds, sizeBytes, complete } = recording;
  const facts = [
    ...(durationSeconds === null ? [] : [format.duration(durationSeconds * 1_000)]),
    ...(sizeBytes === null ? [] : [format.bytes(sizeBytes)]),
  ];
  return (
    <CallSection title={t("calls.recording")} {...(facts.length === 0 ? {} : { end: facts.join(" · ") })}>
      <p className={status === "ready" ? "" : "text-text-3"}>{t(`calls.recording.${status}`)}</p>
      {status === "ready" && !complete && <p className="text-12 text-warn-text">{t("calls.recording.incomplete")}</p>}
      {status === "ready" && can(me, "voice:write") && (
        <Button size="small" className="justify-self-start" icon={Trash2} onPress={() => setDeleting(true)}>
          {t("calls.recording.delete")}
        </Button>
      )}
      {deleting && (
        <ConfirmDialog
          title={t("calls.recording.delete.title")}
          isOpen
          isDanger
          confirmLabel={t("calls.recording.delete")}
          onOpenChange={(open) => !open && setDeleting(false)}
          onConfirm={async () => {
            await deleteRecording(client, id);
            toast.show({ tone: "ok", text: t("calls.recording.deleted") });
            setDeleting(false);
          }}
        >
          {t("calls.recording.delete.text")}
        </ConfirmDialog>
      )}
    </CallSection>
  );
}
