import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Route } from "lucide-react";
import { chatbotTurnsQuery } from "../../../api/inbox/chatbot-turns.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { withTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";

const Trace = lazyComponent(async () => (await withTexts(() => import("../../../parts/chatbot/DecisionTrace.tsx"))).DecisionTrace, {
  keys: null,
});

/** Shorter durations are not shown. */
const secondMs = 1_000;

/** Why the chatbot answered: the decision, with the steps and their results behind it. */
export function BotTrace({ conversationId, messageId }: { conversationId: string; messageId: string }) {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery({ ...chatbotTurnsQuery(conversationId), throwOnError: false });
  const turn = data?.data.find(({ replyMessageId }) => replyMessageId === messageId);
  if (turn === undefined) return null;
  const tookMs = Date.parse(turn.createdAt) - Date.parse(turn.startedAt);
  return (
    <Popover
      label={t("trace.title")}
      trigger={
        <Button className="trace self-end" variant="bot" size="small">
          <Route className="icon icon-12" aria-hidden />
          {t(`trace.${turn.decision}`)}
          {turn.passages.length > 0 && ` · ${t("trace.passages", { n: turn.passages.length })}`}
          {tookMs >= secondMs && <span className="text-text-3">{format.duration(tookMs)}</span>}
        </Button>
      }
    >
      <div className="trace-steps">
        <Trace trial={turn} canOpenKnowledge={can(me, "knowledge:read")} />
        <time className="text-12 text-text-3" dateTime={turn.createdAt}>
          {format.instant(turn.createdAt)}
        </time>
      </div>
    </Popover>
  );
}
