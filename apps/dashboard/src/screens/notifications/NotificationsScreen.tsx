import "../../styles/screens/notifications.css";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { BellOff, BellRing, CheckCheck } from "lucide-react";
import { useMemo } from "react";
import { conversationListQuery } from "../../api/inbox/conversations.ts";
import { notificationsQuery, readNotifications } from "../../api/notifications/notifications.ts";
import { agents, notifications } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { contactName } from "../../parts/contact-name.ts";
import { showFailure } from "../../parts/show-failure.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Segmented } from "../../ui/lists/Segmented.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { NotificationLine } from "./NotificationLine.tsx";

/** Maximum number of ids per call. */
const idsMax = 100;

/** A user's notifications: mentions, assignments, missed targets. */
export function NotificationsScreen() {
  const i18n = useI18n();
  const { t } = i18n;
  const { unread } = useSearch({ from: "/app/notifications" });
  const navigate = useNavigate({ from: "/notifications" });
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const filters = useMemo(() => (unread === true ? { unread } : {}), [unread]);
  const { data, error, refetch, isFetching } = useQuery(notificationsQuery(filters));
  const { data: unreadOnes } = useQuery(notificationsQuery({ unread: true }));
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const names = new Map((agentList?.items ?? []).flatMap(({ id, userId, name }) => [[id, name] as const, [userId ?? id, name] as const]));
  const ids = [...new Set((data?.items ?? []).map(({ conversationId }) => conversationId).filter((id) => id !== null))].slice(0, idsMax);
  const { data: about } = useQuery({ ...conversationListQuery({ ids: ids.join(",") }), enabled: ids.length > 0, throwOnError: false });
  const customers = new Map((about?.items ?? []).map(({ id, contact }) => [id, contactName(contact, t("contact.unnamed"))]));
  const mayWrite = can(me, "conversations:write");
  const some = (unreadOnes?.items.length ?? 0) > 0;
  const read = (which?: string[]) => void readNotifications(client, which).catch((failure: unknown) => showFailure(failure, i18n));
  useActions([
    {
      ...({ id: "notifications.readAll", label: "notifications.readAll", group: "notifications.title", icon: CheckCheck } as const),
      enabled: mayWrite && some,
      run: () => read(),
    },
  ]);
  return (
    <>
      <header className="head">
        <h1>{t("notifications.title")}</h1>
        <Segmented
          label={t("notifications.show")}
          size="small"
          value={unread === true ? "unread" : "all"}
          segments={[
            { id: "all", name: t("notifications.show.all") },
            {
              ...{ id: "unread", name: t("notifications.show.unread") },
              ...(unreadOnes === undefined ? {} : { count: unreadOnes.items.length }),
            },
          ]}
          onChange={(which) => void navigate({ search: which === "unread" ? { unread: true } : {} })}
        />
        <LinkButton
          to="/settings/$part"
          params={{ part: "notifications" }}
          variant="ghost"
          size="small"
          icon={BellRing}
          className="ms-auto"
        >
          {t("push.title")}
        </LinkButton>
        {mayWrite && some && (
          <Button size="small" icon={CheckCheck} onPress={() => read()}>
            {t("notifications.readAll")}
          </Button>
        )}
      </header>
      <div className="scroll grow">
        {error !== null && data === undefined ? (
          <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
        ) : data === undefined ? (
          <SkeletonRows rows={8} />
        ) : data.items.length === 0 ? (
          <EmptyState icon={BellOff} title={t("notifications.empty")} call="GET /api/v1/notifications">
            {t("notifications.empty.text")}
          </EmptyState>
        ) : (
          <ul className="notifications" aria-label={t("notifications.title")}>
            {data.items.map((notification) => (
              <NotificationLine
                key={notification.id}
                notification={notification}
                who={names.get(notification.actor.id ?? "") ?? null}
                customer={customers.get(notification.conversationId ?? "") ?? null}
                onRead={mayWrite ? (id) => read([id]) : undefined}
              />
            ))}
          </ul>
        )}
        <LoadMore hasMore={data?.next != null} onMore={() => notifications.loadMore(client, filters)} />
      </div>
    </>
  );
}
