import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Agent } from "@parley/sdk";
import { agents, channels, divisions } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";

import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";

import { SomeOf } from "./SomeOf.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

/** An agent's divisions, channels and capacity. */
export function AgentDialog({ agent, onClose }: { agent: Agent; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data: divisionList } = useQuery({ ...divisions.listQuery(), throwOnError: false });
  const { data: channelList } = useQuery({ ...channels.listQuery(), throwOnError: false });
  const [name, setName] = useState(agent.name);
  const [divisionIds, setDivisionIds] = useState([...agent.divisionIds]);
  const [channelIds, setChannelIds] = useState([...agent.channelIds]);
  const [most, setMost] = useState(agent.maxOpenConversations ?? Number.NaN);
  const changes = useChangesSinceOpened({ name, divisionIds, channelIds, maxOpenConversations: Number.isNaN(most) ? null : most });
  async function save() {
    if (changes !== null) await agents.update(client, agent.id, changes, { quiet: true });
    // The number of agents in a division has no event of its own.
    divisions.invalidate(client);
    onClose();
  }
  return (
    <FormDialog title={t("labels.edit", { name: agent.name })} verb={t("common.save")} onSubmit={save} onClose={onClose}>
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} isRequired />
      <SomeOf of={divisionList?.items} label={t("settings.divisions")} name="divisionIds" value={divisionIds} onChange={setDivisionIds} />
      <SomeOf
        of={channelList?.items}
        label={t("shell.channels")}
        name="channelIds"
        hint={t("team.channels.hint")}
        value={channelIds}
        onChange={setChannelIds}
      />
      <NumberField
        label={t("assignment.max")}
        name="maxOpenConversations"
        hint={t("team.max.hint")}
        isOptional
        value={most}
        minValue={0}
        onChange={setMost}
      />
    </FormDialog>
  );
}
