import "../../styles/palette.css";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { MessageSquareText, Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { searchQuery } from "../../api/inbox/search.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useCurrentActions } from "../../keys/actions.ts";
import { useShortcutSettings } from "../../keys/own-keys.ts";
import { keysOf } from "../../keys/shortcuts.ts";
import { contactName } from "../../parts/contact-name.ts";
import { ChannelGlyph } from "../../parts/ChannelGlyph.tsx";
import { plainText } from "../../parts/plain-text.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { KeyCap } from "../../ui/KeyCap.tsx";
import { QuickDialog } from "../../ui/overlays/QuickDialog.tsx";
import { closePalette } from "../palette-state.ts";
import { type Match, match } from "./match.ts";
import { type MarkedText, markDigits, markSnippet, markWords } from "./reason.ts";

interface Line {
  id: string;
  group: string;
  icon: ReactNode;
  text: string;
  /** The second part: what matches, if the first does not. */
  more?: (MarkedText & { field?: string }) | undefined;
  keys?: string | undefined;
  marks: Match["marks"];
  run(): void;
}

/** The maximum of each group, so that the next one is visible. */
const groupMax = 8;
const minLetters = 2;

/** Finds everything by name: actions, places, people and records. */
export function Palette() {
  const { t } = useI18n();
  return (
    <QuickDialog title={t("palette.title")} onClose={closePalette} className="palette">
      <PaletteBody />
    </QuickDialog>
  );
}

function PaletteBody() {
  const { t, format } = useI18n();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const actions = useCurrentActions();
  const ownKeys = useShortcutSettings();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const asked = useDeferredValue(typed.trim());
  const { data: found, isFetching } = useQuery({
    ...searchQuery(asked),
    enabled: asked.length >= minLetters && can(me, "conversations:read"),
    throwOnError: false,
  });

  // From memory: immediate, best matches first.
  const own = useMemo<Line[]>(() => {
    const seen = new Set<string>();
    return actions
      .filter(({ id, keyOnly, enabled }) => keyOnly !== true && enabled !== false && !seen.has(id) && seen.add(id))
      .map((action) => ({ action, text: t(action.label), hit: match(t(action.label), typed) }))
      .filter((each): each is typeof each & { hit: Match } => each.hit !== null)
      .sort((a, b) => b.hit.score - a.hit.score)
      .map(({ action, text, hit }) => ({
        ...{ id: action.id, group: t(action.group), text, keys: keysOf(action, ownKeys), marks: hit.marks, run: action.run },
        icon: action.icon === undefined ? <span className="icon" aria-hidden /> : <action.icon className="icon" aria-hidden />,
      }));
  }, [actions, ownKeys, typed, t]);
  // From the server: appended below, so that nothing moves under the pointer.
  const others = useMemo<Line[]>(() => {
    if (found === undefined || asked.length < minLetters) return [];
    const group = t("palette.found");
    const go = (conversationId: string, hash?: string) =>
      void navigate({
        to: "/inbox/$view/$conversationId",
        params: { view: "all", conversationId },
        ...(hash === undefined ? {} : { hash }),
      });
    const reached = new Set((found.conversations ?? []).map(({ contactId }) => contactId));
    /** A person's name, and next to it the phone number or email address if that is what matches. */
    const person = (contact: { name: string | null; phone: string | null; email?: string | null }) => {
      const text = contactName(contact, t("contact.unnamed"));
      const marks = markWords(text, asked)?.marks;
      const field = (name: string, mark: MarkedText | null) => mark && { ...mark, field: name };
      const other =
        marks === undefined
          ? (field(t("contact.phone"), markDigits(contact.phone, asked)) ??
            field(t("contact.email"), markWords(contact.email ?? null, asked)))
          : null;
      return { text, marks: marks ?? [], other };
    };
    return [
      ...(found.conversations ?? []).map((each) => {
        const { text, marks, other } = person(each.contact);
        const preview = plainText(each.lastMessage?.preview ?? "");
        const older = (found.messages ?? []).find(({ message }) => message.conversationId === each.id);
        return {
          ...{ id: each.id, group, text, marks },
          more: other ?? markWords(preview, asked) ?? (marks.length === 0 && older ? markSnippet(older) : unmarked(preview)),
          icon: <Avatar id={each.contactId} name={each.contact.name} size={20} badge={<ChannelGlyph kind={each.channelKind} silent />} />,
          run: () => go(each.id),
        };
      }),
      // A contact without a conversation has only its own page.
      ...(found.contacts ?? [])
        .filter(({ id }) => !reached.has(id))
        .map((each) => {
          const { text, marks, other } = person(each);
          return {
            ...{ id: each.id, group, text, marks, more: other ?? unmarked(each.phone ?? each.email) },
            icon: <Avatar id={each.id} name={each.name} size={20} />,
            run: () => void navigate({ to: "/contacts/$contactId", params: { contactId: each.id } }),
          };
        }),
      ...(found.messages ?? []).map((hit) => ({
        ...{ id: hit.message.id, group, ...markSnippet(hit), more: unmarked(format.when(hit.message.occurredAt)) },
        icon: <MessageSquareText className="icon" aria-hidden />,
        run: () => go(hit.message.conversationId, hit.message.id),
      })),
    ];
  }, [found, asked, t, format, navigate]);
  const everywhere = useMemo<Line[]>(() => {
    if (asked.length < minLetters || !can(me, "conversations:read")) return [];
    const run = () => void navigate({ to: "/search", search: { q: asked } });
    const line = { id: "everywhere", group: t("search.title"), text: t("search.everywhere", { q: asked }), marks: [], run };
    return [{ ...line, icon: <Search className="icon" aria-hidden /> }];
  }, [asked, me, t, navigate]);
  // The results are the last group, so nothing below them is pushed out of sight.
  const lines = useMemo(() => [...limited([...own, ...everywhere]), ...others], [own, everywhere, others]);
  const index = Math.min(at, Math.max(lines.length - 1, 0));
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });

  function run(line: Line | undefined) {
    if (line === undefined) return;
    closePalette();
    // Runs after the palette has closed, which restores the focus.
    requestAnimationFrame(() => line.run());
  }

  return (
    <>
      <div className="palette-head">
        <Search className="icon icon-18" aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the only field in what the person has just opened
          autoFocus
          className="palette-input"
          role="combobox"
          aria-label={t("shell.search")}
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={lines[index] === undefined ? undefined : `palette-${index}`}
          placeholder={t("palette.placeholder")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "ArrowDown" || event.key === "ArrowUp") {
              event.preventDefault();
              setAt((index + (event.key === "ArrowDown" ? 1 : lines.length - 1)) % Math.max(lines.length, 1));
            } else if (event.key === "Enter") {
              event.preventDefault();
              run(lines[index]);
            }
          }}
        />
      </div>
      <div className="palette-list" id="palette-list" role="listbox" aria-label={t("palette.results")} aria-busy={isFetching} ref={list}>
        {lines.map((line, place) => (
          <div key={`${line.group} ${line.id}`} role="presentation">
            {line.group !== lines[place - 1]?.group && (
              <div className="section-title palette-group" role="presentation">
                {line.group}
              </div>
            )}
            <div
              id={`palette-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === index}
              className={`option ${place === index ? "on" : ""}`}
              onPointerMove={() => place !== index && setAt(place)}
              onClick={() => run(line)}
              onKeyDown={() => undefined}
            >
              {line.icon}
              <span className="cut grow" dir="auto">
                <Marked text={line.text} marks={line.marks} />
                {line.more !== undefined && (
                  <span className="text-text-3">
                    {line.more.field === undefined ? " " : ` ${line.more.field}: `}
                    <bdi>
                      <Marked {...line.more} />
                    </bdi>
                  </span>
                )}
              </span>
              {line.keys !== undefined && <KeyCap keys={line.keys} isExact />}
            </div>
          </div>
        ))}
        {lines.length === 0 && <p className="p-4 text-center text-text-3">{isFetching ? t("common.loading") : t("palette.nothing")}</p>}
      </div>
    </>
  );
}

function unmarked(text: string | null): MarkedText | undefined {
  return text === null ? undefined : { text, marks: [] };
}

/** Groups in the order of their first lines, each with its best lines. */
function limited(lines: Line[]): Line[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(line.group, [...(groups.get(line.group) ?? []), line]);
  return [...groups.values()].flatMap((group) => group.slice(0, groupMax));
}

function Marked({ text, marks }: MarkedText) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of [...marks].sort((a, b) => a[0] - b[0])) {
    if (start < from) continue;
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
