import "../../styles/facts.css";
import { Check, Pencil } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";
import { reasonOf } from "./failure.ts";

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
  placeholder: string;
  /** An error that it throws is shown. */
  onSave(value: Value): Promise<unknown>;
  /** The control. */
  children: (control: InlineControl<Value>) => ReactNode;
}

type State = { is: "shown" } | { is: "saved" } | { is: "edited" } | { is: "saving" } | { is: "failed"; reason: string; byKey: boolean };

const savedMs = 1_000;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Like `InlineField`, for values with a control of their own: a press or Enter starts editing, Enter or blur saves, Esc cancels. */
export function InlineEdit<Value>({ label, value, shown, placeholder, onSave, children }: InlineEditProps<Value>) {
  const i18n = useI18n();
  const { t } = i18n;
  const [state, setState] = useState<State>({ is: "shown" });
  const [draft, setDraft] = useState(value);
  /** The latest draft, for keys and blurs that follow a change at once. */
  const latest = useRef(value);
  /** The value when editing began: what a colleague changes meanwhile is not undone by an untouched field. */
  const initial = useRef(value);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const returnFocus = useRef(false);
  const editing = state.is === "edited" || state.is === "failed";

  useEffect(() => {
    if (editing || !returnFocus.current) return;
    returnFocus.current = false;
    button.current?.focus();
  }, [editing]);
  useEffect(() => {
    if (state.is !== "saved") return;
    const timer = setTimeout(() => setState({ is: "shown" }), savedMs);
    return () => clearTimeout(timer);
  }, [state]);

  function change(next: Value) {
    latest.current = next;
    setDraft(next);
  }
  function edit() {
    initial.current = value;
    change(value);
    setState({ is: "edited" });
  }
  function putBack() {
    returnFocus.current = true;
    setState({ is: "shown" });
  }
  async function save(fromKey: boolean) {
    returnFocus.current = fromKey;
    if (isSame(latest.current, initial.current)) return setState({ is: "shown" });
    setState({ is: "saving" });
    try {
      await onSave(latest.current);
      setState({ is: "saved" });
    } catch (error) {
      setState({ is: "failed", reason: reasonOf(error, i18n), byKey: fromKey });
    }
  }
  function press(event: KeyboardEvent) {
    // React's events also come from the control's popover, which is elsewhere in the page and has its own keys.
    if (event.nativeEvent.isComposing || !isWithin(frame.current, event.target)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      putBack();
    } else if (event.key === "Enter" && !isButton(event.target)) {
      event.preventDefault();
      // A number is read by its field's own handler for Enter, which runs after this one.
      setTimeout(() => void save(true));
    }
  }
  function blur(event: FocusEvent) {
    if (state.is !== "edited" || isWithin(frame.current, event.relatedTarget)) return;
    // The control's own popover takes the focus and gives it back.
    setTimeout(() => {
      const now = document.activeElement;
      const isOpen = frame.current?.querySelector('[aria-expanded="true"]') != null && now?.closest("[data-owns-keys]") != null;
      if (frame.current !== null && !isWithin(frame.current, now) && !isOpen) void save(false);
    });
  }

  if (editing)
    return (
      <div className="inline-edit" role="group" aria-label={label} ref={frame} onKeyDownCapture={press} onBlur={blur}>
        {children({
          value: draft,
          onChange: change,
          error: state.is === "failed" ? t("ui.notSaved", { reason: state.reason }) : null,
          autoFocus: state.is !== "failed" || state.byKey,
        })}
        <span className="inline-edit-buttons">
          <Button size="small" onPress={() => void save(true)}>
            {t(state.is === "failed" ? "common.retry" : "common.save")}
          </Button>
          <Button size="small" variant="ghost" onPress={putBack}>
            {t("common.cancel")}
          </Button>
        </span>
      </div>
    );
  const text = shown ?? placeholder;
  return (
    <AriaButton
      ref={button}
      className="inline-value"
      aria-label={t("ui.edit", { label, value: text })}
      isPending={state.is === "saving"}
      onPress={edit}
    >
      {shown === null ? <span className="hint">{text}</span> : <bdi className="cut">{text}</bdi>}
      {state.is === "saved" ? (
        <Check className="icon icon-14 text-success-text" role="img" aria-label={t("common.saved")} />
      ) : (
        <Pencil className="icon icon-12 inline-pencil" aria-hidden />
      )}
    </AriaButton>
  );
}

function isWithin(frame: HTMLElement | null, target: EventTarget | null): boolean {
  return frame !== null && target instanceof Node && frame.contains(target);
}

function isButton(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button") !== null;
}
