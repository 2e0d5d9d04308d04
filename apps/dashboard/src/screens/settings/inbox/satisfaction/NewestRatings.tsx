import "../../../../styles/screens/search.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import type { CsatResponsesListQuery } from "@parley/sdk";
import { csatResponsesQuery, type RatedConversation } from "../../../../api/inbox/csat.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../../../parts/ChannelGlyph.tsx";
import { contactName } from "../../../../parts/contact-name.ts";
import { Avatar } from "../../../../ui/Avatar.tsx";
import { Chip } from "../../../../ui/Chip.tsx";
import { EmptyState } from "../../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../../ui/feedback/Skeleton.tsx";

/** Each links to its conversation. */
export function NewestRatings({ filters }: { filters?: CsatResponsesListQuery }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({ ...csatResponsesQuery(filters), throwOnError: false });
  return (
    <section className="card" aria-label={t("satisfaction.newest")}>
      <header className="card-head">
        <h2>{t("satisfaction.newest")}</h2>
      </header>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={3} />
      ) : data.length === 0 ? (
        <EmptyState icon={Star} title={t("satisfaction.none")}>
          {t("satisfaction.none.text")}
        </EmptyState>
      ) : (
        <ul className="p-1.5">
          {data.map((rated) => (
            <li key={rated.response.id}>
              <Rating {...rated} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Rating({ response: { rating, comment, contactId, conversationId, answeredAt }, conversation }: RatedConversation) {
  const { t, format } = useI18n();
  const name = conversation === undefined ? t("contact.unnamed") : contactName(conversation.contact, t("contact.unnamed"));
  return (
    <Link className="hit" to="/inbox/$view/$conversationId" params={{ view: "all", conversationId }}>
      <Avatar
        id={contactId}
        name={conversation?.contact.name ?? null}
        size={32}
        badge={conversation && <ChannelGlyph kind={conversation.channelKind} silent />}
      />
      <span className="min-w-0 grow">
        <bdi className="cut block font-medium">{name}</bdi>
        {comment !== null && (
          <span className="cut block text-12 text-text-2" dir="auto">
            {comment}
          </span>
        )}
      </span>
      <Chip tone={rating >= 4 ? "ok" : rating === 3 ? "warn" : "bad"} icon={Star}>
        {t("satisfaction.rating", { n: rating })}
      </Chip>
      <time className="text-12 text-text-3" dateTime={answeredAt} title={format.instant(answeredAt)}>
        {format.when(answeredAt)}
      </time>
    </Link>
  );
}
