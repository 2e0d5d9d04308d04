import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { voiceAgentsQuery } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import type { Filter } from "../../../parts/filters/filter.ts";
import { useVoiceSearch } from "../useVoiceSearch.ts";
import { callDirections, callStatuses } from "../voice-parts.ts";

/** The filters of the calls, stored in the URL. */
export function useCallFilters(): Filter[] {
  const { t, format } = useI18n();
  const { status, direction, voiceAgentId } = useVoiceSearch();
  const navigate = useNavigate();
  const { data: agents } = useQuery(voiceAgentsQuery());
  return [
    {
      ...{ id: "voiceAgentId", name: t("calls.agent"), value: voiceAgentId },
      options: (agents?.items ?? []).map(({ id, name }) => ({ id, name })),
      onChange: (id) => void navigate({ to: ".", search: { status, direction, voiceAgentId: id } }),
    },
    {
      ...{ id: "status", name: t("inbox.status"), value: status },
      options: callStatuses.map((id) => ({ id, name: format.sentence(t(`calls.status.${id}`)) })),
      onChange: (id) => void navigate({ to: ".", search: { voiceAgentId, direction, status: id } }),
    },
    {
      ...{ id: "direction", name: t("calls.direction"), value: direction },
      options: callDirections.map((id) => ({ id, name: t(`calls.direction.${id}`) })),
      onChange: (id) => void navigate({ to: ".", search: { voiceAgentId, status, direction: callDirections.find((each) => each === id) } }),
    },
  ];
}
