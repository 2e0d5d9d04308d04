import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ListPlus, MessageSquare, RotateCcw } from "lucide-react";
import { useState } from "react";
import type { ChatbotReplay, ChatbotTurn } from "@parley/sdk";
import { replayTurn, historyOf, turnQuery } from "../../../api/automation/chatbots.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { DecisionTrace } from "../../../parts/chatbot/DecisionTrace.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { CaseDialog, type CaseStart } from "../evaluations/CaseDialog.tsx";

/** One decision with all reasons, and what would be decided now. */
export function TurnDrawer({ turnId, onClose }: { turnId: string; onClose(): void }) {
  const { t } = useI18n();
  const { data, error, isFetching, refetch } = useQuery({ ...turnQuery(turnId), throwOnError: false });
  return (
    <Drawer title={t("chatbot.turn")} size="wide" isOpen onOpenChange={(open) => !open && onClose()}>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : (
        <TurnDetail turn={data} />
      )}
    </Drawer>
  );
}

function TurnDetail({ turn }: { turn: ChatbotTurn }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { data: me } = useSuspenseQuery(meQuery);
  const [replay, setReplay] = useState<ChatbotReplay | null>(null);
  const [pending, setPending] = useState<"replay" | "case" | null>(null);
  const [start, setStart] = useState<CaseStart | null>(null);
  const mayWrite = can(me, "chatbot:write");
  const canOpen = can(me, "knowledge:read");
  async function run(what: "replay" | "case") {
    setPending(what);
    try {
      if (what === "replay") setReplay(await replayTurn(turn.id));
      else setStart({ message: turn.message ?? "", history: await historyOf(turn), decision: turn.decision, reason: turn.reason });
    } catch (error) {
      showFailure(error, i18n);
    } finally {
      setPending(null);
    }
  }
  return (
    <div className="grid gap-4 p-4">
      <div className="flex flex-wrap gap-1.5">
        {can(me, "conversations:read") && (
          <LinkButton
            to="/inbox/$view/$conversationId"
            params={{ view: "all", conversationId: turn.conversationId }}
            size="small"
            icon={MessageSquare}
          >
            {t("chatbot.toConversation")}
          </LinkButton>
        )}
        {mayWrite && (
          <>
            <Button size="small" icon={RotateCcw} isPending={pending === "replay"} onPress={() => void run("replay")}>
              {t("chatbot.replay")}
            </Button>
            {turn.message !== null && (
              <Button size="small" icon={ListPlus} isPending={pending === "case"} onPress={() => void run("case")}>
                {t("chatbot.asCase")}
              </Button>
            )}
          </>
        )}
        <span className="ms-auto text-12 text-text-3">
          {t("chatbot.version", { n: turn.chatbotVersion })} ·{" "}
          <time dateTime={turn.createdAt} title={format.instant(turn.createdAt)}>
            {format.when(turn.createdAt)}
          </time>
        </span>
      </div>
      <Said message={turn.message} reply={turn.replyMessageId === null ? null : turn.reply} />
      {replay !== null && (
        <section className="grid gap-3" aria-label={t("chatbot.replay")}>
          <Notice
            tone={replay.changed ? "warn" : "ok"}
            role="status"
            title={t(replay.changed ? "chatbot.replay.changed" : "chatbot.replay.same")}
          >
            {t("chatbot.replay.text", { n: replay.after.chatbotVersion })}
          </Notice>
          {replay.after.reply !== null && (
            <div className="playground-log still">
              <p className="said bot" dir="auto">
                {replay.after.reply}
              </p>
            </div>
          )}
          <DecisionTrace trial={replay.after} canOpenKnowledge={canOpen} />
          <h3 className="text-text-3">{format.when(turn.createdAt)}</h3>
        </section>
      )}
      <DecisionTrace trial={turn} canOpenKnowledge={canOpen} />
      {start !== null && <CaseDialog chatbotId={turn.chatbotId} start={start} onClose={() => setStart(null)} />}
    </div>
  );
}

function Said({ message, reply }: { message: string | null; reply: string | null }) {
  const { t } = useI18n();
  return (
    <div className="playground-log still">
      <p className="said" dir="auto">
        {message ?? t("chatbot.noText")}
      </p>
      {reply === null ? (
        <p className="text-12 text-text-3">{t("chatbot.nothingSent")}</p>
      ) : (
        <p className="said bot" dir="auto">
          {reply}
        </p>
      )}
    </div>
  );
}
