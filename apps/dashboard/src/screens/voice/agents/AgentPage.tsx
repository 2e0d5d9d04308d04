import "../../../styles/screens/chatbot.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  ClipboardList,
  Disc,
  Clock,
  Gauge,
  type LucideIcon,
  MessageSquareQuote,
  PhoneForwarded,
  SlidersHorizontal,
  Speech,
  Target,
  UserRound,
  Wrench,
} from "lucide-react";
import { voiceAgents } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { type AgentSection, agentSections } from "../voice-parts.ts";
import { useVoiceSearch } from "../useVoiceSearch.ts";
import { AgentHead } from "./AgentHead.tsx";
import { AgentSettings } from "./settings/AgentSettings.tsx";

const icons: Readonly<Record<AgentSection, LucideIcon>> = {
  persona: UserRound,
  opening: MessageSquareQuote,
  speech: Speech,
  scope: Target,
  tools: Wrench,
  transfer: PhoneForwarded,
  hours: Clock,
  limits: Gauge,
  recording: Disc,
  afterCall: ClipboardList,
};

/** On a phone the sections are one line that scrolls; shows the current one. */
function reveal(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** One voice agent: its settings, and whether it answers. */
export function AgentPage({ agentId }: { agentId: string }) {
  const { t } = useI18n();
  const { section } = useVoiceSearch();
  const { data: agent } = useQuery({ ...voiceAgents.detailQuery(agentId), staleTime: 0 });
  if (agent === undefined) return <SkeletonRows rows={6} />;
  return (
    <>
      <AgentHead agent={agent} />
      <div className="chatbot">
        <nav className="scroll chatbot-nav" aria-label={t("chatbot.settings")}>
          <div className="nav-heading">
            <SlidersHorizontal className="icon icon-12" aria-hidden />
            {t("chatbot.settings")}
          </div>
          {agentSections.map((id) => {
            const Icon = icons[id];
            return (
              <Link
                key={id}
                className="nav-item"
                to="/voice/$part/$recordId"
                params={{ part: "agents", recordId: agent.id }}
                search={{ section: id }}
                aria-current={id === section ? "page" : undefined}
                ref={id === section ? reveal : undefined}
              >
                <Icon className="icon" aria-hidden />
                <span className="cut">{t(`voice.section.${id}`)}</span>
              </Link>
            );
          })}
        </nav>
        <AgentSettings key={agent.id} agent={agent} section={section} />
      </div>
    </>
  );
}
