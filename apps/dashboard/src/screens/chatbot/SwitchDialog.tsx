import { useQueryClient } from "@tanstack/react-query";
import type { Chatbot } from "@parley/sdk";
import { saveChatbot } from "../../api/automation/chatbots.ts";
import { getDrafts } from "../../api/live/local-stores.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { toast } from "../../shell/toast.ts";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { draftPlace } from "./settings/useChatbotForm.ts";

/** Switches a chatbot on or off, after explaining what that does. */
export function SwitchDialog({ chatbot: { id, name, isActive, channelIds }, onClose }: { chatbot: Chatbot; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={t(isActive ? "chatbot.deactivate.title" : "chatbot.activate.title", { name })}
      isOpen
      confirmLabel={t(isActive ? "chatbot.deactivate" : "chatbot.activate")}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={async () => {
        await saveChatbot(client, id, { isActive: !isActive });
        toast.show({ tone: "ok", text: t(isActive ? "chatbot.deactivated" : "chatbot.activated", { name }) });
        onClose();
      }}
    >
      {isActive ? t("chatbot.deactivate.text") : t("chatbot.activate.text", { n: channelIds.length })}
      {!isActive && getDrafts().get(draftPlace(id)) !== "" && ` ${t("chatbot.activate.unsaved")}`}
    </ConfirmDialog>
  );
}
