import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { useI18n } from "../../i18n/i18n.tsx";

/** What all fields share. */
export interface FieldText {
  /** Above the field. With `hideLabel` screen readers alone have it. */
  label: string;
  hideLabel?: boolean;
  /** Beneath it: what is expected. */
  hint?: ReactNode;
  /** What is wrong with it. A form tells the server's own by the field's `name`. */
  error?: string | null;
  /** Says "optional" beside the label. */
  isOptional?: boolean;
}

interface FrameProps extends FieldText {
  children: ReactNode;
  /** At the end of the label's line. */
  labelEnd?: ReactNode;
}

/** Label above, hint and reason beneath: the inside of a field of React Aria, which names and describes the control by them. */
export function FieldFrame({ label, hideLabel = false, hint, error, isOptional = false, labelEnd, children }: FrameProps) {
  const { t } = useI18n();
  return (
    <>
      {!hideLabel && (
        <span className="field-label">
          <Label className="lab">{label}</Label>
          {isOptional && <span className="hint">{t("common.optional")}</span>}
          {labelEnd !== undefined && <span className="ms-auto">{labelEnd}</span>}
        </span>
      )}
      {children}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="error">
        {({ validationErrors }) => (
          <>
            <CircleAlert className="icon icon-12" aria-hidden />
            {error ?? validationErrors.join(" ")}
          </>
        )}
      </FieldError>
    </>
  );
}

/** The props that a field of React Aria takes from `FieldText`. */
export function fieldProps({ label, hideLabel, error }: FieldText): { "aria-label"?: string; isInvalid?: boolean } {
  return {
    ...(hideLabel === true ? { "aria-label": label } : {}),
    // Given as false it would hide what the server said about the field.
    ...(typeof error === "string" && error !== "" ? { isInvalid: true } : {}),
  };
}
