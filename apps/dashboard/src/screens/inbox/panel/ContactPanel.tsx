import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Conversation } from "@parley/sdk";
import { contacts } from "../../../api/resources.ts";
import { useMinute } from "../../../api/useMinute.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { ContactConsent } from "../../../parts/contact/ContactConsent.tsx";
import { ContactFacts } from "../../../parts/contact/ContactFacts.tsx";
import { ContactSales } from "../../../parts/contact/ContactSales.tsx";
import { ContactTags } from "../../../parts/contact/ContactTags.tsx";
import { PanelSection } from "../../../parts/contact/PanelSection.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { PanelActions } from "./PanelActions.tsx";
import { ServiceLevelPart } from "./ServiceLevelPart.tsx";

/** The customer's details, next to the conversation. */
export function ContactPanel({ conversation }: { conversation: Conversation }) {
  const { t } = useI18n();
  const { data: contact, error, refetch } = useQuery({ ...contacts.detailQuery(conversation.contactId), throwOnError: false });
  const name = contactName(conversation.contact, t("contact.unnamed"));
  return (
    <aside className="panel" aria-label={t("contact.about", { name })}>
      <div className="scroll grow">
        <header className="panel-head">
          <div className="flex items-center gap-2.5">
            <Avatar id={conversation.contactId} name={name} size={44} />
            <div className="min-w-0 grow">
              <Link className="cut block text-14 font-semibold" to="/contacts/$contactId" params={{ contactId: conversation.contactId }}>
                <bdi>{name}</bdi>
              </Link>
              <PlaceAndTime conversation={conversation} since={contact?.createdAt ?? null} />
            </div>
          </div>
          <PanelActions conversation={conversation} contact={contact} />
        </header>
        {conversation.sla !== null && <ServiceLevelPart conversation={conversation} sla={conversation.sla} />}
        {error !== null && contact === undefined ? (
          <PartError error={error} onRetry={() => void refetch()} />
        ) : contact === undefined ? (
          <SkeletonRows rows={5} />
        ) : (
          <>
            <PanelSection title={t("contact.details")}>
              <ContactFacts key={contact.id} contact={contact} />
              <div className="mt-2">
                <ContactTags contact={contact} />
              </div>
            </PanelSection>
            <ContactSales key={contact.id} contact={contact} />
            <PanelSection title={t("contact.consent")} isOpen={contact.optIn === "opted_out" || contact.blockedAt !== null}>
              <ContactConsent contact={contact} />
            </PanelSection>
          </>
        )}
      </div>
    </aside>
  );
}

/** Their place, their local time, and how long they have been known. */
function PlaceAndTime({ conversation: { contact }, since }: { conversation: Conversation; since: string | null }) {
  const { t, language } = useI18n();
  const nowMs = useMinute();
  const country = contact.country === null ? null : new Intl.DisplayNames(language, { type: "region" }).of(contact.country);
  const year = new Intl.DateTimeFormat(language, { year: "numeric" });
  let there: string | null = null;
  try {
    if (contact.timezone !== null)
      there = new Intl.DateTimeFormat(language, {
        hour: "2-digit",
        minute: "2-digit",
        hourCycle: "h23",
        timeZone: contact.timezone,
      }).format(nowMs);
  } catch {
    // A time zone unknown to this browser: only the place is shown.
  }
  const parts = [
    country,
    there === null ? null : t("contact.timeThere", { time: there }),
    since === null ? null : t("contact.since", { year: year.format(Date.parse(since)) }),
  ].filter((each) => each !== null);
  return <span className="cut block text-12 text-text-3">{parts.join(" · ")}</span>;
}
