import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AgentSettings } from "@parley/sdk";
import { agentSettingsQuery, saveAgentSettings } from "../../../api/settings/agent-settings.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { DurationField } from "../../../parts/fields/DurationField.tsx";
import { useEdits } from "../../../parts/fields/useEdits.ts";

const strategies = ["round_robin", "least_busy", "manual"] as const;
const visibilities = ["all", "division", "assigned"] as const;

/** Who gets new conversations, who sees which, and when they are resolved automatically. */
export function AssignmentPart() {
  const { data, error, refetch } = useQuery({ ...agentSettingsQuery(), throwOnError: false });
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  return <AssignmentForm settings={data} />;
}

function AssignmentForm({ settings }: { settings: AgentSettings }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { values, changes, edit, settle } = useEdits({ visibility: settings.visibility, reopenWindowHours: settings.reopenWindowHours });
  // The server keeps what is not sent in these groups too.
  const { values: autoAssign, edit: assign, ...assigning } = useEdits(settings.autoAssign);
  const { values: autoResolve, edit: resolve, ...resolving } = useEdits(settings.autoResolve);
  async function save() {
    const body = {
      ...changes,
      ...(assigning.changes === null ? {} : { autoAssign: assigning.changes }),
      ...(resolving.changes === null ? {} : { autoResolve: resolving.changes }),
    };
    if (Object.keys(body).length > 0) await saveAgentSettings(client, body);
    for (const each of [settle, assigning.settle, resolving.settle]) each();
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <Form onSubmit={save} className="settings-form grid gap-5">
      <Switch isSelected={autoAssign.enabled} onChange={(enabled) => assign({ enabled })}>
        {t("assignment.enabled")}
      </Switch>
      <Select
        label={t("assignment.strategy")}
        name="autoAssign.strategy"
        value={autoAssign.strategy}
        options={strategies.map((id) => ({ id, name: t(`assignment.strategy.${id}`) }))}
        onChange={(strategy) => assign({ strategy: strategy as (typeof strategies)[number] })}
      />
      <Switch isSelected={autoAssign.respectAvailability} onChange={(respectAvailability) => assign({ respectAvailability })}>
        {t("assignment.availability")}
      </Switch>
      <Switch isSelected={autoAssign.sticky} onChange={(sticky) => assign({ sticky })}>
        {t("assignment.sticky")}
      </Switch>
      <Switch isSelected={autoAssign.reassignOnOffline} onChange={(reassignOnOffline) => assign({ reassignOnOffline })}>
        {t("assignment.reassign")}
      </Switch>
      <NumberField
        label={t("assignment.max")}
        name="autoAssign.maxPerAgent"
        value={autoAssign.maxPerAgent}
        minValue={1}
        onChange={(maxPerAgent) => assign({ maxPerAgent })}
      />
      <Select
        label={t("assignment.visibility")}
        name="visibility"
        value={values.visibility}
        options={visibilities.map((id) => ({ id, name: t(`assignment.visibility.${id}`) }))}
        onChange={(visibility) => edit({ visibility: visibility as AgentSettings["visibility"] })}
      />
      <NumberField
        label={t("assignment.reopen")}
        name="reopenWindowHours"
        value={values.reopenWindowHours}
        minValue={0}
        onChange={(reopenWindowHours) => edit({ reopenWindowHours })}
      />
      <DurationField
        label={t("assignment.autoResolve")}
        name="autoResolve.afterMinutes"
        minutes={autoResolve.afterMinutes}
        placeholder={t("assignment.autoResolve.never")}
        onChange={(afterMinutes) => resolve({ afterMinutes })}
      />
      <TextArea
        label={t("assignment.autoResolve.message")}
        hint={t("assignment.autoResolve.message.hint")}
        name="autoResolve.message"
        isOptional
        rows={2}
        value={autoResolve.message ?? ""}
        onChange={(message) => resolve({ message: message === "" ? null : message })}
      />
      <Button type="submit" variant="primary" className="justify-self-start">
        {t("common.save")}
      </Button>
    </Form>
  );
}
