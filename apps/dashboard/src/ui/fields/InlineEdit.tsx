import "../../styles/facts.css";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";
import { InlineValue, useInlineEditing } from "./inline.tsx";

export interface InlineControl<Value> {
  value: Value;
  onChange(value: Value): void;
  error: string | null;
  /** False after a failed save by leaving: the focus is not taken back from a person who has moved on. */
  autoFocus: boolean;
}

interface InlineEditProps<Value> {
  label: string;
  value: Value;
  /** The value as text; null: there is none. */
  shown: string | null;
  /** The displayed value, if it is more than text. */
  content?: ReactNode;
  placeholder: string;
  /** An error that it throws is shown. */
  onSave(value: Value): Promise<unknown>;
  /** The control. */
  children: (control: InlineControl<Value>) => ReactNode;
}

/** Like `InlineField`, for values with a control of their own: a press or Enter starts editing, Enter or blur saves, Esc cancels. */
export function InlineEdit<Value>({ label, value, shown, content, placeholder, onSave, children }: InlineEditProps<Value>) {
  const { t } = useI18n();
  const editing = useInlineEditing(onSave);
  const [draft, setDraft] = useState(value);
  /** The latest draft, for keys and blurs that follow a change at once. */
  const latest = useRef(value);
  const frame = useRef<HTMLDivElement>(null);
  /** The control's own popover, elsewhere in the page, once it has had the focus. */
  const popover = useRef<Element>(null);
  const blurs = useRef(0);
  const save = (byKey: boolean) => void editing.save(latest.current, byKey);

  function change(next: Value) {
    latest.current = next;
    setDraft(next);
  }
  function press(event: KeyboardEvent) {
    // React's events also come from the control's popover, which is elsewhere in the page and has its own keys.
    if (event.nativeEvent.isComposing || !isWithin(frame.current, event.target)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      editing.cancel();
    } else if (event.key === "Enter" && !isButton(event.target)) {
      event.preventDefault();
      // A number is read by its field's own handler for Enter, which runs after this one.
      setTimeout(() => save(true));
    }
  }
  function focus({ target }: FocusEvent) {
    if (!isWithin(frame.current, target)) popover.current = target.closest("[data-owns-keys]");
  }
  function blur(event: FocusEvent) {
    if (editing.is !== "edited" || isWithin(frame.current, event.relatedTarget)) return;
    const turn = (blurs.current += 1);
    setTimeout(() => saveIfLeft(turn));
  }
  /**
   * The control's own popover takes the focus, keeps it while it closes, and gives it back a frame after it has gone. Any other, such as
   * the palette, is a place to which the person has moved on.
   */
  function saveIfLeft(turn: number, framesMax = 2) {
    const now = document.activeElement;
    if (turn !== blurs.current || frame.current === null || isWithin(frame.current, now)) return;
    if (isWithin(popover.current, now)) {
      if (frame.current.querySelector('[aria-expanded="true"]') === null) requestAnimationFrame(() => saveIfLeft(turn));
    } else if (now === document.body && framesMax > 0) requestAnimationFrame(() => saveIfLeft(turn, framesMax - 1));
    else save(false);
  }

  if (editing.isEditing)
    return (
      <div className="inline-edit" role="group" aria-label={label} ref={frame} onKeyDownCapture={press} onFocus={focus} onBlur={blur}>
        {children({ value: draft, onChange: change, error: editing.error, autoFocus: editing.autoFocus })}
        <span className="inline-edit-buttons">
          <Button size="small" onPress={() => save(true)}>
            {t(editing.is === "failed" ? "common.retry" : "common.save")}
          </Button>
          <Button size="small" variant="ghost" onPress={editing.cancel}>
            {t("common.cancel")}
          </Button>
        </span>
      </div>
    );
  return (
    <InlineValue
      {...{ label, placeholder, is: editing.is, button: editing.button, text: shown }}
      onPress={() => {
        change(value);
        editing.edit(value);
      }}
    >
      {content}
    </InlineValue>
  );
}

function isWithin(element: Element | null, target: EventTarget | null): boolean {
  return element !== null && target instanceof Node && element.contains(target);
}

function isButton(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button") !== null;
}
