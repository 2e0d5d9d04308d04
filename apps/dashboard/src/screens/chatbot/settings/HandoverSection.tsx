import { useQuery } from "@tanstack/react-query";
import type { Chatbot } from "@parley/sdk";
import { agents, divisions } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { DurationField } from "../../../parts/fields/DurationField.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Radio, RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import type { ChatbotForm } from "./useChatbotForm.ts";

const switches = ["onRequest", "onLowConfidence", "summaryNote", "createTicket"] as const;
const hinted = { onRequest: "chatbot.onRequest.hint", onLowConfidence: "chatbot.onLowConfidence.hint" } as const;
const priorities = ["low", "medium", "high", "urgent"] as const;
const resumes = ["resolved", "never"] as const;
const anybody = "anybody";

/** When people take over, which people, and what the customer is told. */
export function HandoverSection({ form: { values, mayWrite, changeIn } }: { form: ChatbotForm }) {
  const { t } = useI18n();
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const { data: divisionList } = useQuery({ ...divisions.listQuery(), throwOnError: false });
  const { handover } = values;
  const isReadOnly = !mayWrite;
  const set = (fields: Partial<Chatbot["handover"]>) => changeIn("handover", fields);
  return (
    <>
      <div className="grid gap-1">
        {switches.map((id) => (
          <Switch
            key={id}
            isSelected={handover[id]}
            isDisabled={isReadOnly}
            {...(id in hinted ? { hint: t(hinted[id as keyof typeof hinted]) } : {})}
            onChange={(on) => set({ [id]: on })}
          >
            {t(`chatbot.${id}`)}
          </Switch>
        ))}
      </div>
      <div className="chatbot-pair">
        <NumberField
          label={t("chatbot.failedTurns")}
          name="handover.failedTurns"
          minValue={1}
          maxValue={10}
          value={handover.failedTurns}
          isReadOnly={isReadOnly}
          onChange={(failedTurns) => !Number.isNaN(failedTurns) && set({ failedTurns })}
        />
        <NumberField
          label={t("chatbot.maxReplies")}
          name="handover.maxReplies"
          hint={t("chatbot.maxReplies.hint")}
          minValue={1}
          maxValue={200}
          value={handover.maxReplies}
          isReadOnly={isReadOnly}
          onChange={(maxReplies) => !Number.isNaN(maxReplies) && set({ maxReplies })}
        />
      </div>
      <TagInput
        label={t("chatbot.keywords")}
        name="handover.keywords"
        value={handover.keywords}
        isReadOnly={isReadOnly}
        onChange={(keywords) => set({ keywords })}
      />
      <div className="chatbot-pair">
        <Select
          label={t("chatbot.handover.division")}
          name="handover.divisionId"
          value={handover.divisionId ?? anybody}
          isReadOnly={isReadOnly}
          options={[
            { id: anybody, name: t("chatbot.handover.anybody") },
            ...(divisionList?.items ?? []).map(({ id, name }) => ({ id, name })),
          ]}
          onChange={(id) => set({ divisionId: id === anybody ? null : id })}
        />
        <ComboBox
          label={t("chatbot.handover.assignee")}
          name="handover.assigneeId"
          value={handover.assigneeId}
          placeholder={t("chatbot.handover.anybody")}
          isReadOnly={isReadOnly}
          options={(agentList?.items ?? []).map(({ id, name }) => ({ id, name }))}
          onChange={(assigneeId) => set({ assigneeId })}
        />
      </div>
      <Select
        label={t("inbox.priority")}
        name="handover.priority"
        value={handover.priority ?? anybody}
        isReadOnly={isReadOnly}
        options={[{ id: anybody, name: t("chatbot.handover.unchanged") }, ...priorities.map((id) => ({ id, name: t(`priority.${id}`) }))]}
        onChange={(id) => set({ priority: priorities.find((each) => each === id) ?? null })}
      />
      <TextArea
        label={t("chatbot.handover.message")}
        name="handover.message"
        rows={2}
        maxLength={1_000}
        value={handover.message}
        isReadOnly={isReadOnly}
        onChange={(message) => set({ message })}
      />
      <TextArea
        label={t("chatbot.handover.closed")}
        name="handover.closedMessage"
        hint={t("chatbot.handover.closed.hint")}
        isOptional
        rows={2}
        maxLength={1_000}
        value={handover.closedMessage ?? ""}
        isReadOnly={isReadOnly}
        onChange={(text) => set({ closedMessage: text === "" ? null : text })}
      />
      <RadioGroup
        label={t("chatbot.resume")}
        name="handover.resume"
        value={handover.resume}
        isReadOnly={isReadOnly}
        onChange={(resume: (typeof resumes)[number]) => set({ resume })}
      >
        {resumes.map((id) => (
          <Radio key={id} value={id} isDisabled={isReadOnly && id !== handover.resume}>
            {t(`chatbot.resume.${id}`)}
          </Radio>
        ))}
      </RadioGroup>
      <DurationField
        label={t("chatbot.resumeAfter")}
        name="handover.resumeAfterMinutes"
        minutes={handover.resumeAfterMinutes}
        placeholder={t("chatbot.resumeAfter.never")}
        isReadOnly={isReadOnly}
        onChange={(resumeAfterMinutes) => set({ resumeAfterMinutes })}
      />
    </>
  );
}
