import { useQuery } from "@tanstack/react-query";
import { Route } from "lucide-react";
import type { ChatbotTurn } from "@parley/sdk";
import { chatbotTurnsQuery } from "../../../api/inbox/chatbot-turns.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";

/** What took less is not shown. */
const secondMs = 1_000;

/** Why the chatbot answered: the decision, and behind it the steps with their results. */
export function BotTrace({ conversationId, messageId }: { conversationId: string; messageId: string }) {
  const { t, format } = useI18n();
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
      <Steps turn={turn} />
    </Popover>
  );
}

function Steps({ turn }: { turn: ChatbotTurn }) {
  const { t, format } = useI18n();
  return (
    <div className="trace-steps">
      <p className="font-medium">{t(`trace.${turn.decision}`)}</p>
      {turn.reason !== null && <p className="text-text-2">{turn.reason}</p>}
      <ol>
        {turn.steps.map(({ step, result }) => (
          <li key={step}>
            <span className="font-medium">{t(`trace.step.${step}`)}</span>
            <span className="text-text-2">{step === "search" ? t("trace.passages", { n: turn.passages.length }) : result}</span>
          </li>
        ))}
      </ol>
      {turn.passages.length > 0 && (
        <ul>
          {turn.passages.map((passage) => (
            <li key={passage.ref}>
              <bdi>{passage.heading ?? passage.ref}</bdi>
              <span className="text-text-3 tabular-nums">{format.percent(passage.score)}</span>
            </li>
          ))}
        </ul>
      )}
      <time className="text-12 text-text-3" dateTime={turn.createdAt}>
        {format.instant(turn.createdAt)}
      </time>
    </div>
  );
}
