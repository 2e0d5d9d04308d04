import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Contact, CreateCall } from "@parley/sdk";
import { makeCall } from "../../api/automation/voice.ts";
import { useOnce } from "../../api/attempts/once.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { toast } from "../../shell/toast.ts";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { Radio, RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { contactName } from "../contact-name.ts";
import type { CallOptions } from "./useCallOptions.ts";

type Consent = CreateCall["consent"];
const consents: readonly Consent[] = ["requested", "agreed", "contract"];

/** Starts a call by a voice agent: which agent, from which number, and why the person may be called. */
export function CallDialog({
  contact,
  options: { agents, numbers },
  onClose,
}: {
  contact: Contact;
  options: CallOptions;
  onClose(): void;
}) {
  const { t } = useI18n();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [agentId, setAgentId] = useState(
    () => agents.find(({ id }) => numbers.some((each) => each.voiceAgentId === id))?.id ?? agents[0]?.id,
  );
  const [ownNumberId, setOwnNumberId] = useState<string | null>(null);
  const [to, setTo] = useState(contact.phone ?? "");
  const [consent, setConsent] = useState<Consent | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const [purpose, setPurpose] = useState("");
  const [greeting, setGreeting] = useState("");
  const once = useOnce();
  const numberId = ownNumberId ?? (numbers.find(({ voiceAgentId }) => voiceAgentId === agentId) ?? numbers[0])?.id;
  const name = contactName(contact, contact.phone ?? t("contact.unnamed"));
  async function call() {
    if (agentId === undefined || numberId === undefined || consent === null || !isConfirmed) return;
    const body: CreateCall = {
      ...{ voiceAgentId: agentId, phoneNumberId: numberId, to, consent },
      ...(purpose.trim() === "" ? {} : { purpose: purpose.trim() }),
      ...(greeting.trim() === "" ? {} : { greeting: greeting.trim() }),
    };
    const { id } = await once(body, (options) => makeCall(client, body, options));
    onClose();
    toast.show({
      ...{ tone: "ok", text: t("calls.make.made", { name }) },
      action: {
        label: t("calls.open"),
        run: () => void navigate({ to: "/voice/$part/$recordId", params: { part: "calls", recordId: id } }),
      },
    });
  }
  return (
    <FormDialog
      title={t("calls.make.title", { name })}
      verb={t("calls.make")}
      isDisabled={consent === null || !isConfirmed}
      onSubmit={call}
      onClose={onClose}
    >
      <p className="text-text-2">{t("calls.make.text")}</p>
      <Select
        label={t("calls.agent")}
        name="voiceAgentId"
        value={agentId ?? null}
        options={agents.map((each) => ({ id: each.id, name: each.name }))}
        onChange={setAgentId}
      />
      <Select
        label={t("calls.make.from")}
        name="phoneNumberId"
        value={numberId ?? null}
        options={numbers.map((each) => ({ id: each.id, name: each.number, ...(each.name === "" ? {} : { description: each.name }) }))}
        onChange={setOwnNumberId}
      />
      <TextField
        label={t("calls.make.to")}
        name="to"
        type="tel"
        hint={t("telephone.number.hint")}
        value={to}
        maxLength={40}
        isRequired
        onChange={setTo}
      />
      <RadioGroup<Consent> label={t("calls.make.consent")} name="consent" value={consent} onChange={setConsent}>
        {consents.map((each) => (
          <Radio key={each} value={each}>
            {t(`calls.consent.${each}`)}
          </Radio>
        ))}
      </RadioGroup>
      <Checkbox isSelected={isConfirmed} onChange={setConfirmed} hint={t("calls.make.confirm.hint")}>
        {t("calls.make.confirm")}
      </Checkbox>
      <TextArea
        label={t("calls.make.purpose")}
        name="purpose"
        hint={t("calls.make.purpose.hint")}
        isOptional
        rows={2}
        maxLength={1_000}
        value={purpose}
        onChange={setPurpose}
      />
      <TextField
        label={t("calls.make.greeting")}
        name="greeting"
        hint={t("calls.make.greeting.hint")}
        isOptional
        maxLength={500}
        value={greeting}
        onChange={setGreeting}
      />
    </FormDialog>
  );
}
