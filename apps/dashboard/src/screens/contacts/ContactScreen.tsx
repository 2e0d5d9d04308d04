import "../../styles/screens/contacts.css";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Contact } from "@parley/sdk";
import { useConversationList } from "../../api/inbox/useConversations.ts";
import { contacts } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../parts/ChannelGlyph.tsx";
import { contactName } from "../../parts/contact-name.ts";
import { ContactConsent } from "../../parts/contact/ContactConsent.tsx";
import { ContactFacts } from "../../parts/contact/ContactFacts.tsx";
import { ContactSales } from "../../parts/contact/ContactSales.tsx";
import { ContactTags } from "../../parts/contact/ContactTags.tsx";
import { plainText } from "../../parts/plain-text.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Tabs } from "../../ui/lists/Tabs.tsx";
import { ContactActions } from "./ContactActions.tsx";
import { ContactTimeline } from "./ContactTimeline.tsx";
import { MergeSuggestions } from "./MergeSuggestions.tsx";
import { PastMerges } from "./PastMerges.tsx";

const tabs = ["timeline", "conversations"] as const;
type Tab = (typeof tabs)[number];

/** Everything about one person. */
export function ContactScreen() {
  const { t } = useI18n();
  const { contactId } = useParams({ from: "/app/contacts/$contactId" });
  const { data: contact } = useQuery(contacts.detailQuery(contactId));
  const { data: me } = useSuspenseQuery(meQuery);
  const client = useQueryClient();
  const [tab, setTab] = useState<Tab>("timeline");
  if (contact === undefined) return <SkeletonRows rows={8} />;
  const name = contactName(contact, t("contact.unnamed"));
  return (
    <>
      <header className="head">
        <span className="crumb">
          <Link to="/contacts">{t("shell.contacts")}</Link>
          <ChevronRight className="icon icon-14 flip" aria-hidden />
        </span>
        <h1 className="cut">
          <bdi>{name}</bdi>
        </h1>
        <ContactActions key={contactId} contact={contact} name={name} />
      </header>
      <div className="contact-page">
        <aside className="scroll" aria-label={t("contact.details")}>
          <About contact={contact} name={name} />
        </aside>
        <section className="scroll" aria-label={t("contact.history")}>
          <Tabs<Tab>
            label={t("contact.history")}
            value={tab}
            onChange={setTab}
            tabs={tabs.map((id) => ({ id, name: t(`contact.tab.${id}`) }))}
          >
            <div className="contact-history">
              {can(me, "contacts:write") && <MergeSuggestions contact={contact} onMerged={() => void contacts.invalidate(client)} />}
              {tab === "timeline" ? <ContactTimeline contactId={contactId} /> : <Conversations contactId={contactId} />}
            </div>
          </Tabs>
        </section>
        <aside className="scroll" aria-label={t("contact.sales")}>
          <ContactSales key={contact.id} contact={contact} />
          <PastMerges contact={contact} />
        </aside>
      </div>
    </>
  );
}

function About({ contact, name }: { contact: Contact; name: string }) {
  const { t } = useI18n();
  return (
    <>
      <header className="panel-head">
        <Avatar id={contact.id} name={name} size={56} />
        <h2 className="mt-3 text-20">
          <bdi>{name}</bdi>
        </h2>
        <div className="mt-3">
          <ContactTags contact={contact} />
        </div>
      </header>
      <div className="panel-part">
        <span className="section-title">{t("contact.details")}</span>
        <ContactFacts key={contact.id} contact={contact} />
      </div>
      <div className="panel-part">
        <ContactConsent contact={contact} />
      </div>
    </>
  );
}

function Conversations({ contactId }: { contactId: string }) {
  const { t, format } = useI18n();
  const { conversations, isPending } = useConversationList({ contactId });
  if (isPending) return <SkeletonRows rows={3} />;
  return (
    <ul>
      {conversations.map(({ id, channelKind, lastMessage, lastMessageAt, status }) => (
        <li key={id} className="mini">
          <ChannelGlyph kind={channelKind} />
          <Link className="cut grow" to="/inbox/$view/$conversationId" params={{ view: "all", conversationId: id }} dir="auto">
            {plainText(lastMessage?.preview ?? "") || t("inbox.noMessages")}
          </Link>
          <span className="chip">{t(`inbox.status.${status}`)}</span>
          <time className="text-12 text-text-3" dateTime={lastMessageAt} title={format.instant(lastMessageAt)}>
            {format.when(lastMessageAt)}
          </time>
        </li>
      ))}
    </ul>
  );
}
