/** The shared part of the menus above the composer's text. The focus stays in the text field. */
import type { ReactNode } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { KeyCap } from "../../../ui/KeyCap.tsx";

export function TextMenuHead({ title }: { title: string }) {
  const { t } = useI18n();
  return (
    <div className="slash-head">
      <span>{title}</span>
      <span className="only-desktop ms-auto">
        <span className="flex items-center gap-1.5">
          <KeyCap keys="arrowup" /> <KeyCap keys="arrowdown" /> {t("canned.choose")} <KeyCap keys="enter" /> {t("canned.insert")}
        </span>
      </span>
    </div>
  );
}

interface OptionProps {
  id: string;
  isCurrent: boolean;
  onChoose(): void;
  children: ReactNode;
}

export function TextMenuOption({ id, isCurrent, onChoose, children }: OptionProps) {
  return (
    <div
      id={id}
      className={`option ${isCurrent ? "on" : ""}`}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      onPointerDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      {children}
    </div>
  );
}
