import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileDown, MessageCircle } from "lucide-react";
import { useState } from "react";
import type { Contact } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { useConversationList } from "../../api/inbox/useConversations.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { CallButton } from "../../parts/calls/CallButton.tsx";
import { useCallOptions } from "../../parts/calls/useCallOptions.ts";
import { useReported } from "../../parts/use-reported.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";
import { ContactRemoval } from "./ContactRemoval.tsx";

const StartDialog = lazyComponent(async () => (await import("../inbox/start/StartDialog.tsx")).StartDialog, { keys: "all" });

/** What can be done with a contact: export, delete or erase, call, write. */
export function ContactActions({ contact, name }: { contact: Contact; name: string }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const navigate = useNavigate();
  const { conversations, isPending } = useConversationList({ contactId: contact.id });
  const options = useCallOptions(contact);
  const [starting, setStarting] = useState(false);
  const newest = conversations[0];
  const mayWrite = newest !== undefined || (!isPending && can(me, "messages:send"));
  const open = (conversationId: string) => void navigate({ to: "/inbox/$view/$conversationId", params: { view: "all", conversationId } });
  const write = () => (newest === undefined ? setStarting(true) : open(newest.id));
  useActions([
    {
      ...({ id: "contact.message", label: "contact.message", group: "shell.contacts", icon: MessageCircle, keys: "m" } as const),
      enabled: mayWrite,
      run: write,
    },
  ]);
  const reported = useReported();
  const exportData = () => reported(() => api.contacts.export(contact.id), t("contact.exporting"));
  return (
    <span className="ms-auto flex items-center gap-2">
      {can(me, "organization:write") && (
        <Button icon={FileDown} onPress={() => void exportData()}>
          {t("contact.exportData")}
        </Button>
      )}
      {options !== null && <CallButton contact={contact} options={options} />}
      <ContactRemoval contactId={contact.id} name={name} />
      {mayWrite && (
        <Button variant="primary" icon={MessageCircle} keys="m" onPress={write}>
          {t("contact.message")}
        </Button>
      )}
      {starting && <StartDialog contact={contact} onClose={() => setStarting(false)} onOpen={open} />}
    </span>
  );
}
