import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Ban, ShieldCheck } from "lucide-react";
import { type Contact, ParleyError } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { notify } from "../../api/notifications/notices.ts";
import { contacts } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/fields/Select.tsx";

const choices = ["unknown", "opted_in", "opted_out"] as const;

/** Whether a contact accepts messages, and whether they are blocked. */
export function ContactConsent({ contact }: { contact: Contact }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const client = useQueryClient();
  const blocked = contact.blockedAt !== null;
  const block = useMutation({
    mutationFn: (on: boolean) => (on ? api.contacts.block(contact.id) : api.contacts.unblock(contact.id)),
    onError: (error, on) => {
      if (!(error instanceof ParleyError)) throw error;
      void notify({ error, retry: () => block.mutate(on) });
    },
    onSettled: () => contacts.invalidate(client, contact.id),
  });
  const mayWrite = can(me, "contacts:write");
  return (
    <div className="grid gap-2">
      <Select
        label={t("contact.optIn")}
        value={contact.optIn}
        isReadOnly={!mayWrite}
        options={choices.map((id) => ({ id, name: t(`contact.optIn.${id}`) }))}
        onChange={(optIn) => void contacts.update(client, contact.id, { optIn: optIn as Contact["optIn"] })}
      />
      {mayWrite && (
        <Button
          size="small"
          variant={blocked ? "plain" : "danger"}
          icon={blocked ? ShieldCheck : Ban}
          isPending={block.isPending}
          className="justify-self-start"
          onPress={() => block.mutate(!blocked)}
        >
          {t(blocked ? "contact.unblock" : "contact.block")}
        </Button>
      )}
    </div>
  );
}
