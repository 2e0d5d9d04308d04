import "../../styles/screens/voice.css";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { can, meQuery } from "../../api/session.ts";
import { voiceAgents } from "../../api/automation/voice.ts";
import { entitlementsQuery } from "../../api/settings/billing.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { Button } from "../../ui/Button.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { NewVoiceAgentDialog } from "./agents/NewVoiceAgentDialog.tsx";
import { type VoicePart, voiceParts } from "./voice-parts.ts";

const CallsPart = lazy(async () => ({ default: (await import("./calls/CallsPart.tsx")).CallsPart }));
const AgentsPart = lazy(async () => ({ default: (await import("./agents/AgentsPart.tsx")).AgentsPart }));
const AgentPage = lazy(async () => ({ default: (await import("./agents/AgentPage.tsx")).AgentPage }));
const TelephonePart = lazy(async () => ({ default: (await import("./telephone/TelephonePart.tsx")).TelephonePart }));

/** Calls with voice agents, the agents, and their telephone numbers. */
export function VoiceScreen() {
  const { part } = useParams({ from: "/app/voice/$part" });
  const { recordId } = useParams({ strict: false }) as { recordId?: string };
  const { data: me } = useSuspenseQuery(meQuery);
  const navigate = useNavigate();
  const [making, setMaking] = useState(false);
  // Fails as a whole for people without read permission.
  const { data: agents } = useQuery({ ...voiceAgents.listQuery(), staleTime: 0 });
  const mayWrite = can(me, "voice:write");
  const current = voiceParts.find((id) => id === part);
  const makes = mayWrite && current !== "telephone";
  useActions([
    {
      ...({ id: "voice.new", label: "voice.new", group: "shell.voice", icon: Plus, keys: "c" } as const),
      enabled: makes,
      run: () => setMaking(true),
    },
    ...voiceParts.map((id) => ({
      ...({ id: `voice.${id}`, label: `voice.${id}`, group: "shell.voice" } as const),
      run: () => void navigate({ to: "/voice/$part", params: { part: id } }),
    })),
  ]);
  if (current === undefined) return <NotFoundPage />;
  return (
    <>
      <Suspense fallback={<SkeletonRows rows={6} />}>
        {current === "agents" && recordId !== undefined ? (
          <AgentPage agentId={recordId} />
        ) : (
          <>
            <VoiceHead part={current} isOpen={recordId !== undefined} {...(makes ? { onNew: () => setMaking(true) } : {})} />
            {current === "calls" ? (
              <CallsPart callId={recordId} {...(mayWrite && agents?.items.length === 0 ? { onNew: () => setMaking(true) } : {})} />
            ) : current === "agents" ? (
              <AgentsPart {...(mayWrite ? { onNew: () => setMaking(true) } : {})} />
            ) : (
              <TelephonePart />
            )}
          </>
        )}
      </Suspense>
      {making && <NewVoiceAgentDialog onClose={() => setMaking(false)} />}
    </>
  );
}

/** `isOpen`: on a phone the open record fills the screen. */
function VoiceHead({ part, isOpen, onNew }: { part: VoicePart; isOpen: boolean; onNew?: () => void }) {
  const { t } = useI18n();
  return (
    <div className="voice-head" data-with={isOpen ? "record" : undefined}>
      <header className="head">
        <h1>{t("shell.voice")}</h1>
        <span className="ms-auto flex items-center gap-2">
          <Minutes />
          {onNew !== undefined && (
            <Button variant="primary" size="small" icon={Plus} keys="c" onPress={onNew}>
              {t("voice.new")}
            </Button>
          )}
        </span>
      </header>
      <nav className="tabs" aria-label={t("shell.voice")}>
        {voiceParts.map((id) => (
          <Link key={id} to="/voice/$part" params={{ part: id }} search={{}} aria-current={id === part ? "page" : undefined}>
            {t(`voice.${id}`)}
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** The minutes used this month. */
function Minutes() {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery({ ...entitlementsQuery(), enabled: can(me, "organization:read") });
  const minutes = data?.entitlements["voiceMinutesPerMonth"];
  // Not counted without a limit.
  if (minutes === undefined || minutes.limit === null) return null;
  return (
    <span className="only-desktop text-12 text-text-3 tabular-nums">
      {t("voice.minutes", { used: format.number(minutes.usage), limit: format.number(minutes.limit) })}
    </span>
  );
}
