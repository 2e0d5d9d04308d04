import { useQuery } from "@tanstack/react-query";
import type { Presence } from "@parley/sdk";
import { usePresence } from "../api/inbox/presence.ts";
import { agents } from "../api/resources.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { Avatar } from "../ui/Avatar.tsx";

const facesMax = 3;

/** Who else is viewing the conversation, with dots while somebody types. Renders nothing if nobody is. */
export function PresenceFaces({ conversationId, size }: { conversationId: string; size: 16 | 20 }) {
  const people = usePresence(conversationId);
  return people.length === 0 ? null : <Faces people={people} size={size} />;
}

function Faces({ people, size }: { people: readonly Presence[]; size: 16 | 20 }) {
  const { t, format } = useI18n();
  const nameOf = useAgents();
  const words = people.map(({ agentId, state }) =>
    t(state === "writing" ? "presence.writes" : "presence.views", { name: nameOf(agentId)?.name ?? t("presence.somebody") }),
  );
  const label = format.list(words);
  return (
    <span className="presence-faces" role="img" aria-label={label} title={label}>
      {people.slice(0, facesMax).map(({ agentId }) => (
        <Avatar key={agentId} id={agentId} name={nameOf(agentId)?.name} imageUrl={nameOf(agentId)?.avatarUrl ?? null} size={size} />
      ))}
      {people.length > facesMax && <span className="text-11 text-text-3">{`+${format.number(people.length - facesMax)}`}</span>}
      {/* Elsewhere a text next to the composer says it. */}
      {size === 16 && people.some(({ state }) => state === "writing") && <TypingDots />}
    </span>
  );
}

/** A text while somebody else is typing here. */
export function TypingLine({ conversationId }: { conversationId: string }) {
  const { t, format } = useI18n();
  const writing = usePresence(conversationId).filter(({ state }) => state === "writing");
  const nameOf = useAgents();
  const names = writing.map(({ agentId }) => nameOf(agentId)?.name ?? t("presence.somebody"));
  return (
    <span className="typing-line" role="status">
      {writing.length > 0 && (
        <>
          <TypingDots />
          <bdi className="cut">{t("presence.writing", { n: writing.length, names: format.list(names) })}</bdi>
        </>
      )}
    </span>
  );
}

function TypingDots() {
  return (
    <span className="typing-dots" aria-hidden>
      <i />
      <i />
      <i />
    </span>
  );
}

function useAgents() {
  const { data } = useQuery({ ...agents.listQuery(), throwOnError: false });
  return (agentId: string) => data?.items.find(({ id }) => id === agentId);
}
