import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreateSlaPolicy, SlaPolicy } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { channels, divisions, labels, slaPolicies } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Checkbox, CheckboxGroup } from "../../../ui/fields/Checkbox.tsx";

import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";

import { DurationField } from "../../../parts/fields/DurationField.tsx";
import { SomeOf } from "./SomeOf.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

export const slaPriorities = ["urgent", "high", "medium", "low"] as const;
export const slaTimes = ["firstResponseMinutes", "nextResponseMinutes", "resolutionMinutes"] as const;
export type SlaTime = (typeof slaTimes)[number];
type Targets = SlaPolicy["targets"];
type Conditions = SlaPolicy["conditions"];

const anything: Conditions = { appliesTo: ["tickets", "conversations"], priorities: [], channelIds: [], divisionIds: [], labels: [] };
const noTarget = { firstResponseMinutes: null, nextResponseMinutes: null, resolutionMinutes: null };

export function SlaDialog({ policy, onClose }: { policy: SlaPolicy | null; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(policy?.name ?? "");
  const [description, setDescription] = useState(policy?.description ?? "");
  const [targets, setTargets] = useState<Targets>(policy?.targets ?? {});
  const [conditions, setConditions] = useState<Conditions>(policy?.conditions ?? anything);
  const [businessHoursOnly, setBusinessHoursOnly] = useState(policy?.businessHoursOnly ?? false);
  const [isDefault, setIsDefault] = useState(policy?.isDefault ?? false);
  const [order, setOrder] = useState(policy?.order ?? 0);
  const body: Omit<CreateSlaPolicy, "conditions"> = {
    ...{ name, description: description.trim() === "" ? null : description, businessHoursOnly, isDefault },
    targets: Object.fromEntries(
      Object.entries(targets).filter(([, target]) => slaTimes.some((time) => target?.[time] != null)),
    ) as CreateSlaPolicy["targets"],
    ...(Number.isNaN(order) ? {} : { order }),
  };
  const changes = useChangesSinceOpened(body);
  // The server keeps the conditions that are not sent.
  const changedConditions = useChangesSinceOpened(conditions);
  async function save() {
    if (policy === null) await api.slaPolicies.create({ ...body, conditions });
    else if (changes !== null || changedConditions !== null)
      await api.slaPolicies.update(policy.id, { ...changes, ...(changedConditions === null ? {} : { conditions: changedConditions }) });
    slaPolicies.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={policy === null ? t("sla.new") : t("labels.edit", { name: policy.name })}
      size="large"
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} isRequired />
      <TextField label={t("labels.description")} name="description" isOptional value={description} onChange={setDescription} />
      {slaPriorities.map((priority) => (
        <fieldset key={priority} className="sla-targets" aria-label={t(`priority.${priority}`)}>
          <legend className="font-semibold">{t(`priority.${priority}`)}</legend>
          {slaTimes.map((time) => (
            <DurationField
              key={time}
              label={t(`sla.${time}`)}
              name={`targets.${priority}.${time}`}
              minutes={targets[priority]?.[time] ?? null}
              onChange={(minutes) => setTargets({ ...targets, [priority]: { ...noTarget, ...targets[priority], [time]: minutes } })}
            />
          ))}
        </fieldset>
      ))}
      <Switch isSelected={businessHoursOnly} onChange={setBusinessHoursOnly} hint={t("sla.hours.hint")}>
        {t("sla.hours")}
      </Switch>
      <SlaConditions conditions={conditions} onChange={setConditions} />
      <NumberField
        label={t("sla.order")}
        name="order"
        hint={t("sla.order.hint")}
        isOptional
        value={order}
        minValue={0}
        onChange={setOrder}
      />
      <Switch isSelected={isDefault} onChange={setIsDefault} hint={t("sla.default.hint")}>
        {t("sla.default")}
      </Switch>
    </FormDialog>
  );
}

/** Its scope; an empty list sets no condition. */
function SlaConditions({ conditions, onChange }: { conditions: Conditions; onChange(conditions: Conditions): void }) {
  const { t } = useI18n();
  const { data: channelList } = useQuery({ ...channels.listQuery(), throwOnError: false });
  const { data: divisionList } = useQuery({ ...divisions.listQuery(), throwOnError: false });
  const { data: labelList } = useQuery({ ...labels.listQuery(), throwOnError: false });
  const change = (part: Partial<Conditions>) => onChange({ ...conditions, ...part });
  return (
    <>
      <CheckboxGroup
        label={t("sla.appliesTo")}
        name="conditions.appliesTo"
        value={conditions.appliesTo}
        onChange={(appliesTo) => change({ appliesTo: appliesTo as Conditions["appliesTo"] })}
      >
        <Checkbox value="conversations">{t("inbox.conversations")}</Checkbox>
        <Checkbox value="tickets">{t("shell.tickets")}</Checkbox>
      </CheckboxGroup>
      <SomeOf
        of={channelList?.items}
        label={t("sla.channels")}
        name="conditions.channelIds"
        hint={t("sla.any")}
        value={conditions.channelIds}
        onChange={(channelIds) => change({ channelIds })}
      />
      <SomeOf
        of={divisionList?.items}
        label={t("sla.divisions")}
        name="conditions.divisionIds"
        hint={t("sla.any")}
        value={conditions.divisionIds}
        onChange={(divisionIds) => change({ divisionIds })}
      />
      <TagInput
        label={t("sla.labels")}
        name="conditions.labels"
        hint={t("sla.any")}
        suggestions={(labelList?.items ?? []).map((each) => each.name)}
        value={conditions.labels}
        onChange={(chosen) => change({ labels: chosen })}
      />
    </>
  );
}
