import { type RefObject, useRef, useState } from "react";
import { api } from "../../../../api/client.ts";
import { type DraftFile, draftFile } from "../../../../api/inbox/draft-files.ts";
import type { SetText } from "../../../../api/inbox/useDraft.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { showFailure } from "../../../../parts/show-failure.ts";
import { toast } from "../../../../shell/toast.ts";
import { typeAt } from "../type-at.ts";
import { inPlaceOf, type SlashWord } from "./slash-word.ts";

interface Composed {
  conversationId: string;
  text: string;
  setText: SetText;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Puts words at the caret. */
  insert(words: string): void;
  /** The reply's files, which are sent after its text. */
  onFiles(files: DraftFile[]): void;
}

async function renderReply(id: string, conversationId: string) {
  const { text, missing, mediaIds } = await api.cannedReplies.render(id, { conversationId });
  const found = await Promise.allSettled(mediaIds.map((mediaId) => api.media.info(mediaId)));
  const files = found.flatMap((each) => (each.status === "fulfilled" ? [draftFile(each.value)] : []));
  return { text, missing, files, isWhole: files.length === mediaIds.length };
}

/** The canned replies of a composer: opened by a slash in its text, and inserted in place of it. */
export function useCannedReplies({ conversationId, text, setText, field, insert, onFiles }: Composed) {
  const i18n = useI18n();
  /** The slash at which they were opened in a text; null: none. */
  const [slashFrom, setSlashFrom] = useState<number | null>(null);
  /** One was chosen, and is being filled in. */
  const inserting = useRef(false);

  /** Takes back the slash of `open`: nothing was chosen. */
  function cancel() {
    const at = slashFrom;
    if (at === null) return;
    setSlashFrom(null);
    typeAt(field.current, () => setText((now) => (now[at] === "/" ? now.slice(0, at) + now.slice(at + 1) : now)), at);
  }

  function open() {
    // Pressed again.
    if (slashFrom !== null && text[slashFrom] === "/" && field.current?.selectionEnd === slashFrom + 1) return cancel();
    const at = field.current?.selectionEnd ?? text.length;
    // Selected text stays.
    field.current?.setSelectionRange(at, at);
    setSlashFrom(at);
    insert("/");
  }

  async function insertReply(id: string, word: SlashWord) {
    // Chosen twice. The menu stays open meanwhile: otherwise the second Enter would send the shortcut.
    if (inserting.current) return;
    inserting.current = true;
    const rendered = await renderReply(id, conversationId)
      .catch((error: unknown) => showFailure(error, i18n))
      .finally(() => {
        inserting.current = false;
      });
    if (rendered === undefined) return;
    setSlashFrom(null);
    if (rendered.files.length > 0) onFiles(rendered.files);
    setText((now) => {
      const made = inPlaceOf(word, now, rendered.text);
      const caret = field.current?.selectionEnd ?? now.length;
      const end = Math.max(caret, word.from + 1 + word.typed.length);
      const next = caret > word.from ? made.length - (now.length - end) : caret;
      requestAnimationFrame(() => {
        // Unless another text is shown by now.
        if (field.current?.value !== made) return;
        field.current.focus();
        field.current.setSelectionRange(next, next);
      });
      return made;
    });
    if (!rendered.isWhole) toast.show({ tone: "bad", text: i18n.t("canned.filesLost") });
    if (rendered.missing.length > 0) toast.show({ text: i18n.t("canned.missing", { names: rendered.missing.join(", ") }) });
  }

  return {
    slashFrom,
    open,
    close: () => setSlashFrom(null),
    cancel,
    /** The text was changed by typing. */
    typed(next: string) {
      if (slashFrom !== null && next[slashFrom] !== "/") setSlashFrom(null);
    },
    insertReply,
  };
}
