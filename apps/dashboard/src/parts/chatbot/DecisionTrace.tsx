import "../../styles/screens/inbox/decision.css";
import { Link } from "@tanstack/react-router";
import { CircleAlert, Cpu, ListChecks, type LucideIcon, Search, SendHorizontal, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { ChatbotTrial } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { classes } from "../../ui/lib/classes.ts";
import { attemptsOf, checksOf, citedRefs, gateOf } from "./trace.ts";
import { aiFailureKey, decisionTones, findingKey, reasonKey } from "./words.ts";

type Step = ChatbotTrial["steps"][number];

/** A chatbot's decision with its reason, and every step towards it with passages, checks, tokens and cost. */
export function DecisionTrace({ trial, canOpenKnowledge }: { trial: ChatbotTrial; canOpenKnowledge: boolean }) {
  const { t, format } = useI18n();
  const duration = useDuration();
  const { decision, reason, steps, usage, durationMs } = trial;
  return (
    <section className="card decision" aria-label={t("decision.why")}>
      <div className="card-head">
        <Chip tone={decisionTones[decision]}>{t(`decision.${decision}`)}</Chip>
        <h3 className="cut grow">{reason === null ? t("decision.why") : t(reasonKey(reason))}</h3>
        <span className="decision-time">{duration(durationMs)}</span>
      </div>
      <ol className="decision-steps">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id and never move
          <StepLine key={at} step={step} trial={trial} isAgain={steps.slice(0, at).some((each) => each.step === step.step)}>
            {step.step === "search" && <Passages trial={trial} canOpen={canOpenKnowledge} />}
          </StepLine>
        ))}
      </ol>
      {usage !== null && (
        <p className="decision-usage">
          {t("decision.tokens", { input: usage.inputTokens, output: usage.outputTokens })}
          {usage.cost > 0 && ` · ${t("decision.cost", { n: format.number(usage.cost) })}`}
        </p>
      )}
    </section>
  );
}

/** `420 ms`, `1.4 s`. */
export function useDuration(): (ms: number) => string {
  const { t, format } = useI18n();
  return (ms) => (ms < 1_000 ? t("decision.ms", { n: ms }) : t("decision.seconds", { n: format.number(Math.round(ms / 100) / 10) }));
}

const icons: Readonly<Record<Step["step"], LucideIcon>> = {
  gates: ShieldCheck,
  search: Search,
  model: Cpu,
  checks: ListChecks,
  commit: SendHorizontal,
};

function StepLine({ step, trial, isAgain, children }: { step: Step; trial: ChatbotTrial; isAgain: boolean; children: ReactNode }) {
  const { title, lines, isBad } = useStepWords(step, trial, isAgain);
  const Icon = isBad ? CircleAlert : icons[step.step];
  return (
    <li className={classes("decision-step", isBad && "bad")}>
      <span className="decision-icon">
        <Icon className="icon icon-14" aria-hidden />
      </span>
      <div className="min-w-0">
        <b className="block font-medium">{title}</b>
        {lines.map((line) => (
          <p key={line} className="text-12 text-text-2" dir="auto">
            {line}
          </p>
        ))}
        {children}
      </div>
    </li>
  );
}

function useStepWords(
  step: Step,
  { passages, question }: ChatbotTrial,
  isAgain: boolean,
): { title: string; lines: string[]; isBad: boolean } {
  const { t, format } = useI18n();
  switch (step.step) {
    case "gates": {
      const { reason, because } = gateOf(step);
      if (step.result === "ask") return { title: t("decision.gates"), lines: [t("decision.gates.ask")], isBad: false };
      const why = t(reasonKey(reason ?? (step.result === "outside" ? "outside_hours" : "provider_error")));
      return { title: t("decision.gates"), lines: because === null ? [why] : [why, t("decision.because", { word: because })], isBad: true };
    }
    case "search":
      return {
        title: passages.length === 0 ? t("decision.search.none") : t("decision.search", { n: passages.length }),
        lines: question === null ? [] : [t("decision.search.query", { question })],
        isBad: passages.length === 0,
      };
    case "model": {
      const lines = attemptsOf(step).map(({ model, outcome }) => {
        if (outcome === "answered") return t("decision.model.used", { model });
        const why = aiFailureKey(outcome);
        return t("decision.model.failed", { model, reason: t(why ?? "decision.other") });
      });
      const isBad = step.result !== "answered";
      const all = aiFailureKey(step.result);
      return { title: t("decision.model"), lines: isBad && all !== null ? [...lines, format.sentence(t(all))] : lines, isBad };
    }
    case "checks": {
      const { confidence, findings } = checksOf(step);
      const found = findings.map(({ check, what }) => {
        if (check === "unsupported_facts") return t("decision.check.unsupported_facts", { what: format.list(what) });
        if (check === "blocked_topic") return t("decision.check.blocked_topic", { what: format.list(what) });
        return t(findingKey(check) ?? "decision.other");
      });
      const sure = confidence === null ? [] : [t(`decision.checks.confidence.${confidence}`)];
      return {
        title: t(isAgain ? "decision.checks.again" : "decision.checks"),
        lines: findings.length === 0 ? [t("decision.checks.passed"), ...sure] : found,
        isBad: findings.length > 0,
      };
    }
    case "commit":
      return { title: t("decision.commit"), lines: [t("decision.commit.not_sent")], isBad: true };
  }
}

function Passages({ trial: { passages, steps }, canOpen }: { trial: ChatbotTrial; canOpen: boolean }) {
  const { t, format } = useI18n();
  const cited = citedRefs(steps);
  if (passages.length === 0) return null;
  return (
    <ul className="decision-passages">
      {passages.map(({ ref, heading, text, score, sourceId, faqId }) => {
        const name = heading ?? t(faqId === null ? "decision.passage.source" : "decision.passage.faq");
        const recordId = faqId ?? sourceId;
        return (
          <li key={ref}>
            <span className="flex items-center gap-2">
              {canOpen && recordId !== null ? (
                <Link
                  className="link cut"
                  to="/knowledge/$part/$recordId"
                  params={{ part: faqId === null ? "sources" : "answers", recordId }}
                >
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi className="cut">{name}</bdi>
              )}
              {cited.has(ref) && <Chip tone="bot">{t("decision.cited")}</Chip>}
              <span className="ms-auto text-text-3 tabular-nums">{format.percent(score)}</span>
            </span>
            {text !== undefined && (
              <p className="line-clamp-3 text-12 text-text-2" dir="auto">
                {text}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
