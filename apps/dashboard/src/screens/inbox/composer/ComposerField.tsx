import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Agent, CannedReply } from "@parley/sdk";
import type { ComposerMode } from "../../../api/inbox/conversation-draft-places.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { afterPress } from "../../../ui/lib/after-press.ts";
import { matches, SlashMenu, slashMenuId, slashOptionId, useSlashReplies } from "./canned/SlashMenu.tsx";
import { type SlashWord, slashAt, wholeWord } from "./canned/slash-word.ts";
import { MentionMenu, mentionMenuId, mentionOptionId } from "./mentions/MentionMenu.tsx";
import { textRoomId } from "./limits/TextRoom.tsx";
import { mentionAt, peopleFor } from "./mentions/mentions.ts";
import { typeAt } from "./type-at.ts";

interface Props {
  ref: Ref<HTMLTextAreaElement>;
  mode: ComposerMode;
  text: string;
  /** Nothing can be sent: the typed text can be read and copied. */
  isReadOnly: boolean;
  /** For the channel. */
  isTooLong: boolean;
  /** A draft is offered: Tab inserts it while the field is empty. */
  hasDraft: boolean;
  /** The slash at which the canned replies were opened; null: only one at the start opens them. */
  slashFrom: number | null;
  /** The field was focused or blurred. */
  onWriting(writing: boolean): void;
  onText(text: string): void;
  onSend(resolve: boolean): void;
  onFiles(files: File[]): void;
  onCanned(id: string, word: SlashWord): void;
  /** The canned replies that a button opened were closed without a word typed. */
  onCancelCanned(): void;
  onUseDraft(): void;
  /** The people who can be mentioned in a note. */
  team: readonly Agent[];
  onMention(agentId: string): void;
}

/** Measuring here forces layout during a keystroke; browsers that size a field by its content do not need it. */
const growsByItself = CSS.supports("field-sizing", "content");

/** The text field. It grows with its lines; a slash at the start opens the canned replies, an @ in a note the team. */
export function ComposerField(props: Props) {
  const {
    ref,
    mode,
    text,
    isReadOnly,
    isTooLong,
    hasDraft,
    slashFrom,
    onWriting,
    onText,
    onSend,
    onFiles,
    onCanned,
    onCancelCanned,
    onUseDraft,
    team,
    onMention,
  } = props;
  const { t } = useI18n();
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const own = useRef<HTMLTextAreaElement | null>(null);
  const [caret, setCaret] = useState(0);
  const slash = mode === "reply" ? slashAt(text, caret, slashFrom) : null;
  const replies = useSlashReplies(slash?.typed);
  const mention = mode === "note" ? mentionAt(text, caret) : null;
  const people = mention === null ? [] : peopleFor(team, mention.typed);
  const notClosed = closedFor !== text;
  const open = !isReadOnly && slash !== null && replies !== null && notClosed;
  const naming = people.length > 0 && notClosed;
  const options = naming ? people : open ? replies : [];
  const index = Math.min(at, Math.max(options.length - 1, 0));
  const current = open ? replies[index] : undefined;
  const named = naming ? people[index] : undefined;

  function name(person: Agent) {
    if (mention === null) return;
    const before = `${text.slice(0, mention.from)}@${person.name} `;
    typeAt(own.current, () => onText(before + text.slice(caret)), before.length);
    onMention(person.id);
    setCaret(before.length);
  }

  function insertCanned(reply: CannedReply) {
    if (slash !== null)
      onCanned(
        reply.id,
        wholeWord(slash, text, (typed) => matches(reply, typed)),
      );
  }

  useEffect(() => {
    // Put there by a button: the field has not reported its caret.
    if (slashFrom !== null) setCaret(slashFrom + 1);
  }, [slashFrom]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = own.current;
    if (element === null || growsByItself) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight}px`;
  }, [text, mode]);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method is composing, all keys belong to it.
    if (event.nativeEvent.isComposing) return;
    if (options.length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      return setAt((index + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      if (open && slashFrom !== null && slash.from === slashFrom && slash.typed === "") return onCancelCanned();
      if (open || naming) return setClosedFor(text);
      // Moves the focus to the messages: single keys are shortcuts again, and arrow keys move through the messages.
      const log = event.currentTarget.closest("section")?.querySelector<HTMLElement>("[role=log]");
      return log == null ? event.currentTarget.blur() : log.focus({ preventScroll: true });
    }
    if (event.key === "ArrowUp" && text === "" && !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)) {
      // To the last message, with what can be done with it. Arrow keys go on from there, and back.
      const last = [...(event.currentTarget.closest("section")?.querySelectorAll<HTMLElement>("[role=log] article") ?? [])].at(-1);
      if (last === undefined) return;
      event.preventDefault();
      last.tabIndex = -1;
      return last.focus();
    }
    if (named !== undefined && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey) {
      event.preventDefault();
      return name(named);
    }
    if (event.key === "Tab" && !event.shiftKey && hasDraft && text === "") {
      event.preventDefault();
      return onUseDraft();
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (current !== undefined) return insertCanned(current);
    onSend(event.metaKey || event.ctrlKey);
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || mode === "note" || isReadOnly) return;
    event.preventDefault();
    onFiles(files);
  }

  return (
    <div className="composer-field">
      {naming && <MentionMenu people={people} at={index} onChoose={name} />}
      {open && <SlashMenu replies={replies} at={index} onChoose={insertCanned} />}
      <textarea
        ref={(element) => {
          own.current = element;
          if (typeof ref === "function") ref(element);
          else if (ref !== null) ref.current = element;
        }}
        className="txt"
        rows={1}
        value={text}
        readOnly={isReadOnly}
        dir="auto"
        aria-label={t(mode === "note" ? "composer.note" : "composer.reply")}
        placeholder={t(mode === "note" ? "composer.note.placeholder" : "composer.reply.placeholder")}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? textRoomId : undefined}
        aria-autocomplete={open || naming ? "list" : undefined}
        aria-controls={naming ? mentionMenuId : open ? slashMenuId : undefined}
        aria-activedescendant={named !== undefined ? mentionOptionId(named) : current === undefined ? undefined : slashOptionId(current)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onChange={(event) => {
          setAt(0);
          setCaret(event.target.selectionStart);
          onText(event.target.value);
        }}
        onFocus={() => onWriting(true)}
        onBlur={() => afterPress(() => onWriting(document.activeElement === own.current))}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </div>
  );
}
