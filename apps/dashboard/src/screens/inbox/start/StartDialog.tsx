import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { MessageCircleOff } from "lucide-react";
import { useState } from "react";
import type { Contact, TemplateContent } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useOnce } from "../../../api/attempts/once.ts";
import { channels } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Radio, RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../../ui/overlays/Dialog.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { TemplatePicker } from "../composer/TemplatePicker.tsx";
import { contactConversationsQuery, waysTo } from "./ways.ts";

interface Props {
  contact?: Contact;
  onClose(): void;
  /** The started or existing conversation. */
  onOpen(conversationId: string): void;
}

/** A conversation that we start: the contact, the channel, and then whatever that channel allows. */
export function StartDialog({ contact: given, onClose, onOpen }: Props) {
  const { t } = useI18n();
  const [contact, setContact] = useState<Contact | null>(given ?? null);
  const [found, setFound] = useState<readonly Contact[]>([]);
  return (
    <Dialog title={t("start.title")} size="medium" isOpen onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <div className="grid gap-4">
          <ComboBox
            label={t("start.contact")}
            placeholder={t("start.contact.hint")}
            autoFocus
            value={contact?.id ?? null}
            {...(given === undefined ? {} : { valueName: contactName(given, t("contact.unnamed")) })}
            load={async (q, signal) => {
              const { data } = await api.contacts.list(q.trim() === "" ? { limit: 10 } : { q: q.trim(), limit: 10 }, { signal }).page();
              setFound(data);
              return data.map((each) => ({
                id: each.id,
                name: contactName(each, t("contact.unnamed")),
                ...(each.phone === null && each.email === null ? {} : { description: each.phone ?? each.email ?? "" }),
              }));
            }}
            onChange={(id) => setContact(found.find((each) => each.id === id) ?? null)}
          />
          {contact !== null && <Ways key={contact.id} contact={contact} onOpen={onOpen} />}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Ways({ contact, onOpen }: { contact: Contact; onOpen(conversationId: string): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { data: me } = useSuspenseQuery(meQuery);
  const known = useQuery({ ...contactConversationsQuery(contact.id), throwOnError: false });
  const channelList = useQuery({ ...channels.listQuery(), enabled: can(me, "channels:read"), throwOnError: false });
  const [chosen, setChosen] = useState<string | null>(null);
  const once = useOnce();
  const error = known.error ?? channelList.error;
  if (error !== null) return <PartError error={error} onRetry={() => void Promise.all([known.refetch(), channelList.refetch()])} />;
  if (known.data === undefined || (channelList.data === undefined && can(me, "channels:read"))) return <SkeletonRows rows={2} />;
  const ways = waysTo(contact, channelList.data?.items ?? [], known.data, can(me, "messages:send"));
  const way = ways.find(({ channelId }) => channelId === chosen) ?? ways[0];
  if (way === undefined)
    return (
      <EmptyState icon={MessageCircleOff} title={t("start.none")}>
        {t("start.none.text")}
      </EmptyState>
    );
  async function begin(channelId: string, to: string, content: TemplateContent) {
    try {
      const { conversationId } = await once({ channelId, to, content }, (options) =>
        api.messages.send({ channelId, to, type: "template", content, humanAgent: true }, options),
      );
      onOpen(conversationId);
      return true;
    } catch (failure) {
      showFailure(failure, i18n);
      return false;
    }
  }
  return (
    <>
      <RadioGroup label={t("start.channel")} value={way.channelId} onChange={setChosen}>
        {ways.map(({ channelId, name, conversationId, address }) => (
          <Radio
            key={channelId}
            value={channelId}
            hint={conversationId === null ? t("start.template", { address: address ?? "" }) : t("start.existing")}
          >
            <bdi>{name}</bdi>
          </Radio>
        ))}
      </RadioGroup>
      {way.conversationId === null ? (
        <TemplatePicker
          key={way.channelId}
          conversation={{ channelId: way.channelId, contact }}
          onSend={(content) => begin(way.channelId, way.address ?? "", content)}
          onClose={null}
        />
      ) : (
        <DialogFooter>
          <Button variant="primary" onPress={() => onOpen(way.conversationId ?? "")}>
            {t("start.open")}
          </Button>
        </DialogFooter>
      )}
    </>
  );
}
