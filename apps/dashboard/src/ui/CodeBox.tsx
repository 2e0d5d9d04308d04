import { Check, Copy } from "lucide-react";
import type { ReactNode } from "react";
import { useI18n } from "../i18n/i18n.tsx";
import { Button } from "./Button.tsx";
import { useCopy } from "./lib/copy.ts";

interface CodeBoxProps {
  /** Its heading: "What we sent". */
  label: string;
  /** The text to copy, also shown if there are no children. */
  code: string;
  /** The same with highlighting: `b`, `.k` keys, `.s` texts, `.x` comments. */
  children?: ReactNode;
  hideCopy?: boolean;
}

/** Code as it is sent or received; it scrolls, and is left-to-right everywhere. */
export function CodeBox({ label, code, children, hideCopy = false }: CodeBoxProps) {
  const { t } = useI18n();
  const { state, copy } = useCopy();
  return (
    <div className="code-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <section className="code-box scroll" tabIndex={0} aria-label={label}>
        <pre>{children ?? code}</pre>
      </section>
      {!hideCopy && (
        <Button
          icon={state === "copied" ? Check : Copy}
          label={state === "copied" ? t("common.copied") : t("ui.copy", { what: label })}
          size="small"
          variant="ghost"
          className="code-copy"
          onPress={() => copy(code)}
        />
      )}
      <span role="status" className={state === "failed" ? "hint" : "sr-only"}>
        {state === "copied" ? t("common.copied") : state === "failed" ? t("ui.copy.failed") : ""}
      </span>
    </div>
  );
}
