import { useSuspenseQuery } from "@tanstack/react-query";
import { FlaskConical, ListPlus, RotateCcw } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { DecisionTrace } from "../../../parts/chatbot/DecisionTrace.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DateTimePicker } from "../../../ui/fields/DatePicker.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { CaseDialog } from "../evaluations/CaseDialog.tsx";
import type { ChatbotForm } from "../settings/useChatbotForm.ts";
import { type TrialTurn, historyUntil, useTrial } from "./useTrial.ts";

/** A conversation with the chatbot in which nothing is sent: each answer with its reasons. */
export function Playground({ form, questionRef }: { form: ChatbotForm; questionRef?: Ref<HTMLTextAreaElement> }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const trial = useTrial(form);
  const [kept, setKept] = useState<number | null>(null);
  const { asked, waiting } = trial;
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer is scrolled into view
  useEffect(() => {
    // In braces, because some browsers return a promise, which is not a clean-up function.
    end.current?.scrollIntoView({ block: "nearest" });
  }, [asked.length, waiting]);
  const chosen = kept === null ? undefined : asked[kept];
  return (
    <div className="playground">
      <div className="playground-head">
        <div className="min-w-0 grow">
          <h2>{t("chatbot.playground")}</h2>
          <p className="cut text-12 text-text-3">
            {form.settings === undefined ? t("chatbot.playground.saved", { n: form.saved.version }) : t("chatbot.playground.unsaved")}
          </p>
        </div>
        {asked.length > 0 && <Button icon={RotateCcw} label={t("chatbot.playground.again")} variant="ghost" onPress={trial.clear} />}
      </div>
      <div className="scroll playground-log" role="log" aria-label={t("chatbot.playground.log")}>
        {asked.length === 0 && waiting === null && (
          <div className="empty">
            <span className="empty-icon">
              <FlaskConical className="icon icon-18" aria-hidden />
            </span>
            <p className="empty-text">{t("chatbot.playground.text")}</p>
          </div>
        )}
        {asked.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a conversation only grows
          <Exchange key={at} asked={each} isOpen={at === asked.length - 1} canOpen={can(me, "knowledge:read")} onKeep={() => setKept(at)} />
        ))}
        {waiting !== null && (
          <>
            <p className="said" dir="auto">
              {waiting}
            </p>
            <p className="said bot waiting" role="status">
              {t("chatbot.thinking")}
            </p>
          </>
        )}
        <div ref={end} />
      </div>
      <Form className="playground-ask" onSubmit={trial.ask} label={t("chatbot.playground")}>
        <TextArea
          label={t("chatbot.ask.field")}
          hideLabel
          name="message"
          placeholder={t("chatbot.ask.field")}
          rows={2}
          rowsMax={6}
          maxLength={4_000}
          value={trial.typed}
          onChange={trial.setTyped}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return event.continuePropagation();
            event.preventDefault();
            event.currentTarget.closest("form")?.requestSubmit();
          }}
          {...(questionRef === undefined ? {} : { areaRef: questionRef })}
        />
        <div className="flex items-end gap-2">
          <DateTimePicker label={t("chatbot.playground.at")} value={trial.at} onChange={trial.setAt} />
          <Button type="submit" variant="primary" keys="enter" className="ms-auto" isDisabled={trial.typed.trim() === ""}>
            {t("chatbot.ask")}
          </Button>
        </div>
      </Form>
      {chosen !== undefined && kept !== null && (
        <CaseDialog
          chatbotId={form.saved.id}
          start={{
            message: chosen.message,
            history: historyUntil(asked.slice(0, kept)),
            at: chosen.at ?? undefined,
            decision: chosen.trial.decision,
            reason: chosen.trial.reason,
          }}
          onClose={() => setKept(null)}
        />
      )}
    </div>
  );
}

interface ExchangeProps {
  asked: TrialTurn;
  isOpen: boolean;
  canOpen: boolean;
  onKeep(): void;
}

function Exchange({ asked: { message, trial }, isOpen, canOpen, onKeep }: ExchangeProps) {
  const { t } = useI18n();
  const isSent = trial.decision !== "silenced" && trial.decision !== "superseded" && trial.reply !== null;
  return (
    <>
      <p className="said" dir="auto">
        {message}
      </p>
      {isSent ? (
        <p className="said bot" dir="auto">
          {trial.reply}
        </p>
      ) : (
        <p className="text-12 text-text-3">{t("chatbot.nothingSent")}</p>
      )}
      <details open={isOpen} className="playground-why">
        <summary>{t("decision.why")}</summary>
        <DecisionTrace trial={trial} canOpenKnowledge={canOpen} />
        <Button size="small" variant="ghost" icon={ListPlus} onPress={onKeep}>
          {t("chatbot.asCase")}
        </Button>
      </details>
    </>
  );
}
