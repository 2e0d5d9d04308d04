import { useQuery } from "@tanstack/react-query";
import { AudioLines, Plus } from "lucide-react";
import type { VoiceAgent } from "@parley/sdk";
import { phoneNumbersQuery, voiceAgentsQuery } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ChannelGlyph } from "../../../parts/ChannelGlyph.tsx";
import { When } from "../../../parts/When.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { AgentState } from "./AgentState.tsx";
import { usePhoneChannels } from "./usePhoneChannels.ts";

/** The voice agents, with the numbers and channels that they answer. */
export function AgentsPart({ onNew }: { onNew?: () => void }) {
  const { t } = useI18n();
  const { data, error, refetch, isFetching } = useQuery(voiceAgentsQuery());
  const { data: numbers } = useQuery(phoneNumbersQuery());
  const channelList = usePhoneChannels();
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  const numbersOf = (id: string) => (numbers?.items ?? []).filter(({ voiceAgentId }) => voiceAgentId === id);
  return (
    <div className="scroll grow">
      <Table<VoiceAgent>
        label={t("voice.agents")}
        rows={data?.items}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/voice/agents/${id}`}
        columns={[
          {
            ...{ id: "name", name: t("contact.name") },
            cell: ({ name, persona }) => (
              <span className="block min-w-0">
                <bdi className="cut block font-medium">{name}</bdi>
                <bdi className="cut block text-12 text-text-3">{persona.description}</bdi>
              </span>
            ),
          },
          {
            ...{ id: "state", name: t("voice.state") },
            cell: (agent) => <AgentState agent={agent} numbers={numbers === undefined ? null : numbersOf(agent.id).length} />,
          },
          {
            ...{ id: "answersOn", name: t("voice.answersOn") },
            cell: ({ id, answersChannelIds }) =>
              numbersOf(id).length === 0 && answersChannelIds.length === 0 ? (
                <span className="text-text-3">{t("voice.answersOn.nothing")}</span>
              ) : (
                <span className="grid">
                  {numbersOf(id).map(({ id: key, number }) => (
                    <bdi key={key} dir="ltr" className="tabular-nums">
                      {number}
                    </bdi>
                  ))}
                  {(channelList ?? [])
                    .filter((channel) => answersChannelIds.includes(channel.id))
                    .map(({ id: key, kind, name }) => (
                      <span key={key} className="flex min-w-0 items-center gap-1">
                        <ChannelGlyph kind={kind} silent />
                        <bdi className="cut">{name}</bdi>
                      </span>
                    ))}
                </span>
              ),
          },
          {
            ...{ id: "speaks", name: t("voice.speaks") },
            cell: ({ speech: { voice, language } }) => (
              <bdi dir="ltr" className="text-text-2">
                {language === null ? voice : `${voice}, ${language}`}
              </bdi>
            ),
          },
          {
            ...({ id: "changed", name: t("voice.changed"), align: "end" } as const),
            cell: ({ updatedAt }) => <When at={updatedAt} />,
          },
        ]}
        empty={
          <EmptyState
            icon={AudioLines}
            title={t("voice.empty")}
            call="POST /api/v1/voice-agents"
            actions={
              onNew !== undefined && (
                <Button variant="primary" icon={Plus} keys="c" onPress={onNew}>
                  {t("voice.new")}
                </Button>
              )
            }
          >
            {t("voice.empty.text")}
          </EmptyState>
        }
      />
    </div>
  );
}
