import { type RefObject, useLayoutEffect, useRef } from "react";
import { moveDrafts } from "../../../api/inbox/move-drafts.ts";
import type { ComposerMode } from "../../../api/inbox/conversation-draft-places.ts";
import { leaveComposer, continuedFrom } from "../../../parts/continued-typing.ts";
import { useStable } from "../../../ui/lib/useStable.ts";

/** Continues what is being typed in the composer that this one replaces: text, mode, focus and caret. */
export function useContinuedTyping(
  conversationId: string,
  mode: ComposerMode,
  setMode: (mode: ComposerMode) => void,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const caret = useRef<{ start: number; end: number } | null>(null);
  const composer = useStable({
    leave() {
      const element = document.activeElement === field.current ? field.current : null;
      leaveComposer(conversationId, {
        mode,
        caret: element === null ? null : { start: element.selectionStart, end: element.selectionEnd },
      });
    },
  });
  useLayoutEffect(() => {
    const left = continuedFrom(conversationId);
    if (left !== null) {
      const before = moveDrafts(left.from, conversationId, left.mode, left.newestId);
      setMode(left.mode);
      if (left.caret !== null) caret.current = { start: left.caret.start + before, end: left.caret.end + before };
    }
    return () => composer.leave();
  }, [conversationId, setMode, composer]);
  // After the effect above, and again once the field shows the text.
  useLayoutEffect(() => {
    const element = field.current;
    if (caret.current === null || element === null) return;
    element.focus({ preventScroll: true });
    const { start, end } = caret.current;
    if (element.value.length < end) return;
    element.setSelectionRange(start, end);
    caret.current = null;
  });
}
