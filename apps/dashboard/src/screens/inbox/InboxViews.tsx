import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ListFilter } from "lucide-react";
import { views as viewResource } from "../../api/resources.ts";
import { viewCountsQuery } from "../../api/counts.ts";
import { meQuery } from "../../api/session.ts";
import { useCounts } from "../../api/inbox/useConversations.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { viewsFor } from "./views.ts";

/** The views below the inbox in the rail: the built-in ones with their counts, then the saved ones. */
export function InboxViews() {
  const { t, format } = useI18n();
  const current = useParams({ strict: false, select: ({ view }) => view });
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: counts } = useCounts();
  const { data: saved } = useQuery({ ...viewResource.listQuery(), throwOnError: false });
  const { data: viewCounts } = useQuery({ ...viewCountsQuery(), enabled: (saved?.items.length ?? 0) > 0, throwOnError: false });
  const countOf = (id: string): string | null => {
    const builtIn = counts as Record<string, { conversations: { count: number; more: boolean } } | null> | undefined;
    const found = (builtIn?.[id] ?? viewCounts?.get(id))?.conversations;
    return found === undefined || found.count === 0 ? null : `${format.compact(found.count)}${found.more ? "+" : ""}`;
  };
  return (
    <div className="nav-sub">
      {viewsFor(me).map(({ id, label, icon: Icon }) => (
        <Link key={id} className="nav-item" to="/inbox/$view" params={{ view: id }} aria-current={current === id ? "page" : undefined}>
          <Icon className="icon icon-14" aria-hidden />
          <span className="rail-label cut">{t(label)}</span>
          <span className="count">{countOf(id)}</span>
        </Link>
      ))}
      {(saved?.items ?? []).map(({ id, name }) => (
        <Link key={id} className="nav-item" to="/inbox/$view" params={{ view: id }} aria-current={current === id ? "page" : undefined}>
          <ListFilter className="icon icon-14" aria-hidden />
          <span className="rail-label cut">
            <bdi>{name}</bdi>
          </span>
          <span className="count">{countOf(id)}</span>
        </Link>
      ))}
    </div>
  );
}
