import { type ClipboardEvent, type KeyboardEvent, type Ref, useLayoutEffect, useRef, useState } from "react";
import type { ComposerMode } from "../../../api/useDraft.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { SlashMenu, slashMenuId, slashOptionId, useSlashReplies } from "./SlashMenu.tsx";

interface Props {
  ref: Ref<HTMLTextAreaElement>;
  mode: ComposerMode;
  text: string;
  /** A draft is offered: Tab takes it while nothing is typed. */
  hasDraft: boolean;
  onText(text: string): void;
  onSend(resolve: boolean): void;
  onFiles(files: File[]): void;
  onCanned(id: string): void;
  onUseDraft(): void;
}

/** The text that is typed. It grows with its lines; a slash at its beginning opens the canned replies. */
export function ComposerField({ ref, mode, text, hasDraft, onText, onSend, onFiles, onCanned, onUseDraft }: Props) {
  const { t } = useI18n();
  const replies = useSlashReplies(mode === "reply" ? text : "");
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const own = useRef<HTMLTextAreaElement | null>(null);
  const open = replies !== null && closedFor !== text;
  const index = Math.min(at, Math.max((replies?.length ?? 0) - 1, 0));
  const current = open ? replies[index] : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = own.current;
    if (element === null) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight}px`;
  }, [text, mode]);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method composes, every key is its own.
    if (event.nativeEvent.isComposing) return;
    if (open && replies.length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      return setAt((index + (event.key === "ArrowDown" ? 1 : replies.length - 1)) % replies.length);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      if (open) return setClosedFor(text);
      return event.currentTarget.blur();
    }
    if (event.key === "Tab" && !event.shiftKey && hasDraft && text === "") {
      event.preventDefault();
      return onUseDraft();
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (current !== undefined) return onCanned(current.id);
    onSend(event.metaKey || event.ctrlKey);
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || mode === "note") return;
    event.preventDefault();
    onFiles(files);
  }

  return (
    <div className="composer-field">
      {open && <SlashMenu replies={replies} at={index} onChoose={({ id }) => onCanned(id)} />}
      <textarea
        ref={(element) => {
          own.current = element;
          if (typeof ref === "function") ref(element);
          else if (ref !== null) ref.current = element;
        }}
        className="txt"
        rows={1}
        value={text}
        dir="auto"
        aria-label={t(mode === "note" ? "composer.note" : "composer.reply")}
        placeholder={t(mode === "note" ? "composer.note.placeholder" : "composer.reply.placeholder")}
        aria-autocomplete={open ? "list" : undefined}
        aria-controls={open ? slashMenuId : undefined}
        aria-activedescendant={current === undefined ? undefined : slashOptionId(current)}
        onChange={(event) => {
          setAt(0);
          onText(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </div>
  );
}
