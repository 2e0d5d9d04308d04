import { Check, X } from "lucide-react";
import { useState } from "react";
import type { Flow, FlowTest, FlowTestConditions } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { nodeIcon } from "../canvas/icons.ts";
import { conditionFieldName, type Naming, stepName, valueWords } from "../model/step-texts.ts";
import { useConversationSearch } from "./useConversationSearch.ts";

interface Props {
  flow: Flow;
  naming: Naming;
  tested: FlowTest | null;
  /** The dry run uses the saved version. */
  save(): Promise<void>;
  onTested(tested: FlowTest | null): void;
  onSelect(key: string): void;
  onClose(): void;
}

/** Tests the saved flow with a past conversation: whether it would start and what it would do. Nothing is written or sent. */
export function DryRunPanel({ flow, naming, tested, save, onTested, onClose }: Props) {
  const { t } = useI18n();
  const [conversationId, setConversationId] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const [reply, setReply] = useState("");
  const findConversations = useConversationSearch();
  async function run() {
    await save();
    onTested(
      await api.flows.test(flow.id, {
        ...(conversationId === null ? {} : { conversationId }),
        ...(message.trim() === "" ? {} : { message }),
        ...(reply.trim() === "" ? {} : { reply }),
      }),
    );
  }
  return (
    <>
      <header className="card-head">
        <h2>{t("flows.dryRun")}</h2>
        <Button
          icon={X}
          label={t("common.close")}
          variant="ghost"
          size="small"
          className="ms-auto"
          onPress={() => {
            onTested(null);
            onClose();
          }}
        />
      </header>
      <div className="flow-form">
        <p className="hint">{t("flows.dryRun.text")}</p>
        <Form onSubmit={run} className="grid gap-3">
          <ComboBox
            label={t("flows.dryRun.conversation")}
            name="conversationId"
            load={findConversations}
            value={conversationId}
            onChange={setConversationId}
          />
          <TextField
            label={t("flows.dryRun.message")}
            name="message"
            isOptional
            hint={t("flows.dryRun.messageHint")}
            value={message}
            onChange={setMessage}
          />
          <TextField
            label={t("flows.dryRun.reply")}
            name="reply"
            isOptional
            hint={t("flows.dryRun.replyHint")}
            value={reply}
            onChange={setReply}
          />
          <Button type="submit" variant="primary" isDisabled={conversationId === null}>
            {t("flows.dryRun.go")}
          </Button>
        </Form>
        {tested !== null && <Result tested={tested} naming={naming} />}
      </div>
    </>
  );
}

const outcomes = { completed: "ok", handed_off: "info", timed_out: "plain", failed: "bad" } as const;

function Result({ tested: { starts, trigger, conditions, steps, outcome, version }, naming }: { tested: FlowTest; naming: Naming }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <section className="grid gap-3" aria-label={t("flows.dryRun.result")} role="status">
      <p className="flex items-center gap-2">
        <Chip tone={starts ? "ok" : "warn"}>{t(starts ? "flows.dryRun.starts" : "flows.dryRun.startsNot")}</Chip>
        <Chip tone={outcomes[outcome]}>{t(`flows.run.${outcome}`)}</Chip>
        <span className="text-12 text-text-3">{t("flows.version", { version })}</span>
      </p>
      {trigger.matched !== null && <Held held={trigger.matched} text={t("flows.dryRun.trigger")} />}
      {conditions !== null && <Rules conditions={conditions} naming={naming} />}
      <ol className="grid gap-2">
        {steps.map(({ path, type, does, conditions: rules, error }, at) => {
          const { Icon, tone } = nodeIcon(type);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step may occur twice
            <li key={`${path} ${at}`} className="card flow-tried">
              <span className={`flow-icon for-${tone}`}>
                <Icon className="icon icon-14" aria-hidden />
              </span>
              <b className="font-medium">{stepName(type, i18n)}</b>
              <div className="flow-tried-does">
                {rules !== null && <Rules conditions={rules} naming={naming} />}
                {error !== null && <p className="error">{error.message}</p>}
                {Object.entries(does).map(([name, value]) => (
                  <p key={name} className="text-12" dir="auto">
                    <code className="mono text-text-3">{name}</code> {typeof value === "string" ? value : JSON.stringify(value)}
                  </p>
                ))}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Rules({ conditions: { rules }, naming }: { conditions: FlowTestConditions; naming: Naming }) {
  const { t } = useI18n();
  return (
    <>
      {rules.map(({ place, field, value, actual, held }) => (
        <Held
          key={place}
          held={held}
          text={t("flows.dryRun.rule", {
            field: conditionFieldName(field, naming),
            wanted: valueWords(value, naming) || "–",
            actual: valueWords(actual, naming) || "–",
          })}
        />
      ))}
    </>
  );
}

function Held({ held, text }: { held: boolean; text: string }) {
  const { t } = useI18n();
  const Icon = held ? Check : X;
  return (
    <p className="flex items-start gap-2 text-12">
      <Icon
        className={held ? "icon icon-14 text-success-text" : "icon icon-14 text-danger-text"}
        role="img"
        aria-label={t(held ? "common.yes" : "common.no")}
      />
      <span>{text}</span>
    </p>
  );
}
