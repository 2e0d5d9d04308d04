import { Check, Copy } from "lucide-react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useI18n } from "../i18n/i18n.tsx";
import { classes } from "./lib/classes.ts";
import { useCopy } from "./lib/copy.ts";
import { shorten } from "./lib/shorten.ts";

interface CopyTextProps {
  /** Copied in full. */
  text: string;
  /** The displayed text; an id is shortened in the middle by default. */
  shown?: string;
  /** A label for screen readers: "Id of the event". */
  label?: string;
  className?: string;
}

/** An id, a key, a URL: shown shortened, copied in full on press. */
export function CopyText({ text, shown, label, className }: CopyTextProps) {
  const { t } = useI18n();
  const { state, copy } = useCopy();
  const Icon = state === "copied" ? Check : Copy;
  const visible = shown ?? shorten(text);
  const announcement = state === "copied" ? t("common.copied") : state === "failed" ? t("ui.copy.failed") : "";
  return (
    <>
      <AriaButton
        className={classes("copy-text mono ltr", className)}
        aria-label={t("ui.copy", { what: label === undefined ? visible : `${label} ${visible}` })}
        onPress={() => copy(text)}
      >
        <span className="cut">{visible}</span>
        <Icon className="icon icon-12" aria-hidden />
      </AriaButton>
      <span role="status" className={state === "failed" ? "hint copy-refused" : "sr-only"}>
        {announcement}
      </span>
    </>
  );
}
