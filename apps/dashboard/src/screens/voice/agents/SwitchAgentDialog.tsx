import { useQueryClient } from "@tanstack/react-query";
import type { VoiceAgent } from "@parley/sdk";
import { getDrafts } from "../../../api/live/local-stores.ts";
import { switchVoiceAgent } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { Obstacles } from "./Obstacles.tsx";
import { draftPlace } from "./settings/useAgentForm.ts";
import { useObstacles } from "./useObstacles.ts";

/** Activates a voice agent or switches it off, after explaining the effect and any obstacles. */
export function SwitchAgentDialog({ agent, onClose }: { agent: VoiceAgent; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { obstacles, numbers } = useObstacles(agent);
  const { id, name, isActive } = agent;
  return (
    <ConfirmDialog
      title={t(isActive ? "voice.deactivate.title" : "voice.activate.title", { name })}
      isOpen
      isDanger={false}
      confirmLabel={t(isActive ? "voice.deactivate" : "voice.activate")}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={async () => {
        await switchVoiceAgent(client, id, !isActive);
        toast.show({ tone: "ok", text: t(isActive ? "voice.deactivated" : "voice.activated", { name }) });
        onClose();
      }}
    >
      {isActive ? (
        t("voice.deactivate.text")
      ) : (
        <div className="grid gap-3">
          <p>
            {numbers !== null && numbers.length > 0 && t("voice.activate.text", { n: numbers.length })}
            {getDrafts().get(draftPlace(id)) !== "" && ` ${t("chatbot.activate.unsaved")}`}
          </p>
          <Obstacles obstacles={obstacles} onFollow={onClose} />
        </div>
      )}
    </ConfirmDialog>
  );
}
