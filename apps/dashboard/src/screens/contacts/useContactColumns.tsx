import type { Contact } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../parts/ChannelGlyph.tsx";
import { contactName } from "../../parts/contact-name.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Chip } from "../../ui/Chip.tsx";
import type { TableColumn } from "../../ui/lists/Table.tsx";

/** The columns of the contacts table. */
export function useContactColumns(): TableColumn<Contact>[] {
  const { t, format } = useI18n();
  return [
    {
      ...{ id: "name", name: t("contact.name") },
      cell: (contact) => (
        <span className="flex items-center gap-2">
          <Avatar id={contact.id} name={contact.name ?? contact.phone} size={24} />
          <bdi className="cut font-medium">{contactName(contact, t("contact.unnamed"))}</bdi>
          {contact.blockedAt !== null && <Chip tone="bad">{t("contacts.blocked")}</Chip>}
        </span>
      ),
    },
    { id: "phone", name: t("contact.phone"), cell: ({ phone }) => phone !== null && <bdi dir="ltr">{phone}</bdi> },
    { id: "email", name: t("contact.email"), cell: ({ email }) => email !== null && <bdi className="cut">{email}</bdi> },
    {
      ...{ id: "channels", name: t("contacts.channels") },
      cell: ({ identities }) =>
        identities.length > 0 && (
          <span className="flex gap-1">
            {[...new Set(identities.map(({ kind }) => kind))].map((kind) => (
              <ChannelGlyph key={kind} kind={kind} />
            ))}
          </span>
        ),
    },
    {
      ...{ id: "tags", name: t("contact.tags") },
      cell: ({ tags: own }) =>
        own.length > 0 && (
          <span className="flex gap-1">
            {own.slice(0, 3).map((tag) => (
              <Chip key={tag} tone="line">
                <bdi>{tag}</bdi>
              </Chip>
            ))}
            {own.length > 3 && <span className="text-text-3">{`+${own.length - 3}`}</span>}
          </span>
        ),
    },
    {
      ...{ id: "last", name: t("contacts.lastInbound"), align: "end" },
      cell: ({ lastInboundAt }) =>
        lastInboundAt === null ? null : (
          <time className="text-text-3" dateTime={lastInboundAt} title={format.instant(lastInboundAt)}>
            {format.when(lastInboundAt)}
          </time>
        ),
    },
  ];
}
