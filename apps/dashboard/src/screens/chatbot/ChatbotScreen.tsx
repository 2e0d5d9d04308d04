import "../../styles/screens/chatbot.css";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import {
  BookOpen,
  Clock,
  Cpu,
  Gauge,
  Hand,
  ListChecks,
  type LucideIcon,
  Radio,
  Route,
  SlidersHorizontal,
  Target,
  UserRound,
} from "lucide-react";
import { lazy, Suspense } from "react";
import type { Chatbot } from "@parley/sdk";
import { chatbots } from "../../api/automation/chatbots.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { type Section, sections } from "./chatbot-search.ts";
import { ChatbotHead } from "./ChatbotHead.tsx";

const SettingsPart = lazy(async () => ({ default: (await import("./settings/SettingsPart.tsx")).SettingsPart }));
const TurnsPart = lazy(async () => ({ default: (await import("./turns/TurnsPart.tsx")).TurnsPart }));
const EvaluationsPart = lazy(async () => ({ default: (await import("./evaluations/EvaluationsPart.tsx")).EvaluationsPart }));

const icons: Readonly<Record<Section, LucideIcon>> = {
  persona: UserRound,
  scope: Target,
  knowledge: BookOpen,
  handover: Hand,
  hours: Clock,
  model: Cpu,
  limits: Gauge,
  channels: Radio,
};

/** On a phone the sections are one line that scrolls; shows the current one. */
function reveal(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** One chatbot: its settings with the playground, its decisions, its evaluations. */
export function ChatbotScreen() {
  const { chatbotId, part } = useParams({ from: "/app/chatbots/$chatbotId/$part" });
  const { data } = useQuery({ ...chatbots.detailQuery(chatbotId), staleTime: 0 });
  const section = sections.find((each) => each === part);
  if (section === undefined && part !== "turns" && part !== "evaluations") return <NotFoundPage />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  return (
    <>
      <ChatbotHead chatbot={data} part={part} />
      <div className="chatbot">
        <ChatbotNav chatbot={data} part={part} />
        <Suspense fallback={<SkeletonRows rows={6} />}>
          {section !== undefined ? (
            <SettingsPart key={data.id} chatbot={data} section={section} />
          ) : part === "turns" ? (
            <TurnsPart key={data.id} chatbot={data} />
          ) : (
            <EvaluationsPart key={data.id} chatbot={data} />
          )}
        </Suspense>
      </div>
    </>
  );
}

function ChatbotNav({ chatbot, part }: { chatbot: Chatbot; part: string }) {
  const { t } = useI18n();
  const places: { id: string; name: string; Icon: LucideIcon }[] = [
    ...sections.map((id) => ({ id, name: t(`chatbot.section.${id}`), Icon: icons[id] })),
    { id: "turns", name: t("chatbot.decisions"), Icon: Route },
    { id: "evaluations", name: t("chatbot.evaluations"), Icon: ListChecks },
  ];
  return (
    <nav className="scroll chatbot-nav" aria-label={t("shell.chatbot")}>
      <div className="nav-heading">
        <SlidersHorizontal className="icon icon-12" aria-hidden />
        {t("chatbot.settings")}
      </div>
      {places.map(({ id, name, Icon }) => (
        <Link
          key={id}
          className="nav-item"
          to="/chatbots/$chatbotId/$part"
          params={{ chatbotId: chatbot.id, part: id }}
          aria-current={id === part ? "page" : undefined}
          ref={id === part ? reveal : undefined}
        >
          <Icon className="icon" aria-hidden />
          <span className="cut">{name}</span>
        </Link>
      ))}
    </nav>
  );
}
