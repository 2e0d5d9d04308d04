import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { conversationListQuery } from "../../api/inbox/conversations.ts";
import { type Finds, foundQuery } from "../../api/inbox/search.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { ContactLine, ConversationLine, MessageLine, TicketLine } from "./Hits.tsx";
import type { SearchType } from "./search-types.ts";

/** How many results of each kind are shown when several kinds are listed. */
export const fewOf = 5;
/** Maximum number of ids per call. */
const idsMax = 100;

interface Props {
  type: SearchType;
  q: string;
  channelId: string | undefined;
  /** The only shown kind, with all its results. */
  alone: boolean;
  /** Shown instead of the whole section if nothing was found. */
  none?: ReactNode;
}

/** The results of one kind. */
export function FoundSection({ type, q, channelId, alone, none = null }: Props) {
  const { t } = useI18n();
  const query = useInfiniteQuery({ ...foundQuery(type, q, { channelId, ...(alone ? {} : { few: fewOf }) }), throwOnError: false });
  const items = query.data?.pages.flatMap(({ data }) => data as Finds[SearchType][]) ?? [];
  const ids = type === "messages" ? [...new Set((items as Finds["messages"][]).map(({ message }) => message.conversationId))] : [];
  const { data: about } = useQuery({
    ...conversationListQuery({ ids: ids.slice(0, idsMax).join(",") }),
    enabled: ids.length > 0,
    throwOnError: false,
  });
  const conversations = new Map((about?.items ?? []).map((each) => [each.id, each]));
  if (query.error !== null && query.data === undefined)
    return <PartError error={query.error} onRetry={() => void query.refetch()} isPending={query.isFetching} />;
  if (query.data === undefined) return <SkeletonRows rows={alone ? 8 : 2} />;
  if (items.length === 0) return none;
  const line = (item: Finds[SearchType]) => {
    if ("snippet" in item) return <MessageLine hit={item} conversation={conversations.get(item.message.conversationId)} />;
    if ("channelKind" in item) return <ConversationLine conversation={item} />;
    return "subject" in item ? <TicketLine ticket={item} /> : <ContactLine contact={item} />;
  };
  return (
    <section aria-label={t(`search.types.${type}`)} aria-busy={query.isPlaceholderData}>
      {!alone && (
        <h2 className="section-title flex items-center">
          {t(`search.types.${type}`)}
          {query.hasNextPage && (
            <Link
              className="ms-auto py-1 text-accent-text"
              to="/search"
              search={{ q, types: type, ...(channelId === undefined ? {} : { channelId }) }}
            >
              {t("search.more")}
              <span className="sr-only">{`: ${t(`search.types.${type}`)}`}</span>
            </Link>
          )}
        </h2>
      )}
      <ul>
        {items.map((item) => (
          <li key={"snippet" in item ? item.message.id : item.id}>{line(item)}</li>
        ))}
      </ul>
      {alone && <LoadMore hasMore={query.hasNextPage} onMore={() => query.fetchNextPage()} />}
    </section>
  );
}
