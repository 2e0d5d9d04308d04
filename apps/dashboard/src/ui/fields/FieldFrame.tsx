import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { useI18n } from "../../i18n/i18n.tsx";

/** Properties of all fields. */
export interface FieldText {
  /** Above the field. With `hideLabel` only for screen readers. */
  label: string;
  hideLabel?: boolean;
  /** Below it: what is expected. */
  hint?: ReactNode;
  /** Its error. A form shows the server's own error by the field's `name`. */
  error?: string | null;
  /** Shows "optional" next to the label. */
  isOptional?: boolean;
}

interface FrameProps extends FieldText {
  children: ReactNode;
  /** At the end of the label's line. */
  labelEnd?: ReactNode;
}

/** Label above, hint and error below: the inside of a React Aria field, which uses them as the control's name and description. */
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

/** The props that a React Aria field takes from `FieldText`. */
export function fieldProps({ label, hideLabel, error }: FieldText): { "aria-label"?: string; isInvalid?: boolean } {
  return {
    ...(hideLabel === true ? { "aria-label": label } : {}),
    // If false, it would hide the server's error for the field.
    ...(typeof error === "string" && error !== "" ? { isInvalid: true } : {}),
  };
}
