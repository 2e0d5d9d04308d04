import { AudioLines, RotateCcw } from "lucide-react";
import { type Ref, useEffect, useRef } from "react";
import type { VoiceAgent } from "@parley/sdk";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Form } from "../../../../ui/fields/Form.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { TrialExchange } from "./TrialExchange.tsx";
import { useTrial } from "./useTrial.ts";

/** A written trial with a voice agent: what it would say, look up and do, without any effect except its cost. */
export function VoiceTrial({ agent, fieldRef }: { agent: VoiceAgent; fieldRef?: Ref<HTMLTextAreaElement> }) {
  const { t } = useI18n();
  const { exchanges, typed, setTyped, waiting, say, clear } = useTrial(agent.id);
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer is scrolled into view
  useEffect(() => {
    // In braces, because some browsers return a promise, which is not a clean-up function.
    end.current?.scrollIntoView({ block: "nearest" });
  }, [exchanges.length, waiting]);
  return (
    <div className="playground">
      <div className="playground-head">
        <div className="min-w-0 grow">
          <h2>{t("voice.try")}</h2>
          <p className="cut text-12 text-text-3">{t("voice.try.saved", { n: agent.version })}</p>
        </div>
        {exchanges.length > 0 && <Button icon={RotateCcw} label={t("chatbot.playground.again")} variant="ghost" onPress={clear} />}
      </div>
      <div className="scroll playground-log" role="log" aria-label={t("chatbot.playground.log")}>
        {exchanges.length === 0 && waiting === null && (
          <div className="empty">
            <span className="empty-icon">
              <AudioLines className="icon icon-18" aria-hidden />
            </span>
            <p className="empty-text">{t("voice.try.text")}</p>
          </div>
        )}
        {exchanges.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a conversation only grows
          <TrialExchange key={at} exchange={each} />
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
      <Form className="playground-ask" onSubmit={say} label={t("voice.try")}>
        <TextArea
          label={t("voice.try.field")}
          hideLabel
          name="text"
          placeholder={t("voice.try.field")}
          rows={2}
          rowsMax={6}
          maxLength={2_000}
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return event.continuePropagation();
            event.preventDefault();
            event.currentTarget.closest("form")?.requestSubmit();
          }}
          {...(fieldRef === undefined ? {} : { areaRef: fieldRef })}
        />
        <div className="flex items-center gap-2">
          <p className="text-12 text-text-3">{t("voice.try.cost")}</p>
          <Button type="submit" variant="primary" keys="enter" className="ms-auto" isDisabled={typed.trim() === ""}>
            {t("voice.try.say")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
