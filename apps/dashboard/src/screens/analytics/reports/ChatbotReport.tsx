import { useQuery } from "@tanstack/react-query";
import { chatbotTurnSummaryQuery, turnsFile } from "../../../api/metrics.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import type { MeterTone } from "../../../ui/feedback/Progress.tsx";
import type { ReportRequest } from "../report-request.ts";
import { CountsCard } from "../cards/CountsCard.tsx";
import { GroupsCard } from "../cards/GroupsCard.tsx";
import { useInstants } from "../useMetrics.ts";

const decisions = ["answered", "handed_over", "declined", "outside_hours", "silenced", "superseded"] as const;
const tones: Partial<Record<(typeof decisions)[number], MeterTone>> = { answered: "bot", handed_over: "accent" };

/** How much the chatbot writes, and what it decided. */
export function ChatbotReport({ request }: { request: ReportRequest }) {
  const { t, format } = useI18n();
  const period = useInstants(request);
  const answer = useQuery({ ...chatbotTurnSummaryQuery(period ?? {}), enabled: period !== null });
  const chatbots = request.isFiltered ? [] : answer.data?.chatbots;
  const bars = decisions
    .map((decision) => ({ decision, turns: (chatbots ?? []).reduce((sum, each) => sum + each.byDecision[decision], 0) }))
    .map(({ decision, turns }) => ({
      ...{
        id: decision,
        name: t(`analytics.decision.${decision}`),
        value: turns,
        text: format.number(turns),
        tone: tones[decision] ?? "mute",
      },
    }));
  return (
    <div className="analytics-pair">
      <CountsCard
        {...{ request, chart: "decisions", title: t("analytics.decisions"), bars, answer }}
        table={
          chatbots && {
            columns: [t("analytics.report.chatbot"), t("analytics.turns"), ...decisions.map((each) => t(`analytics.decision.${each}`))],
            rows: chatbots.map(({ chatbotId, name, turns, byDecision }) => ({
              ...{ id: chatbotId, name },
              cells: [turns, ...decisions.map((each) => byDecision[each])].map(format.number),
            })),
          }
        }
        files={period === null || request.isFiltered ? [] : [{ id: "turns", name: t("analytics.turns"), href: turnsFile(period) }]}
        empty={t(request.isFiltered ? "analytics.notCounted" : "analytics.noTurns")}
      />
      <GroupsCard
        {...{ request, chart: "writers", title: t("analytics.writers"), by: "author_kind" }}
        metrics={[{ metric: "messages_sent", name: t("analytics.sent") }]}
      />
    </div>
  );
}
