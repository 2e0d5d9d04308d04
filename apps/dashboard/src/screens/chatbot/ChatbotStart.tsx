import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { Bot, Plus } from "lucide-react";
import { useState } from "react";
import { chatbotsQuery } from "../../api/automation/chatbots.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { NewChatbotDialog } from "./NewChatbotDialog.tsx";

/** Opens the active chatbot, otherwise the newest, or offers to create the first one. */
export function ChatbotStart() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...chatbotsQuery(), throwOnError: false });
  const [making, setMaking] = useState(false);
  const mayWrite = can(me, "chatbot:write");
  useActions([
    {
      ...({ id: "chatbot.new", label: "chatbot.new", group: "shell.chatbot", icon: Plus, keys: "c" } as const),
      enabled: mayWrite && data?.items.length === 0,
      run: () => setMaking(true),
    },
  ]);
  const first = data?.items.find(({ isActive }) => isActive) ?? data?.items[0];
  if (first !== undefined && !making)
    return <Navigate to="/chatbots/$chatbotId/$part" params={{ chatbotId: first.id, part: "persona" }} replace />;
  return (
    <>
      <header className="head">
        <h1>{t("shell.chatbot")}</h1>
      </header>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : (
        <EmptyState
          icon={Bot}
          title={t("chatbot.empty")}
          call="POST /api/v1/chatbots"
          actions={
            mayWrite && (
              <Button variant="primary" icon={Plus} keys="c" onPress={() => setMaking(true)}>
                {t("chatbot.new")}
              </Button>
            )
          }
        >
          {t("chatbot.empty.text")}
        </EmptyState>
      )}
      {making && <NewChatbotDialog onClose={() => setMaking(false)} />}
    </>
  );
}
