import { Check, CircleAlert } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ColorField } from "../../../ui/fields/DatePicker.tsx";
import { type ColorFinding, type ColorName, contrastMin } from "./colors.ts";

interface Props {
  name: ColorName;
  value: string;
  finding: ColorFinding;
  isReadOnly: boolean;
  onChange(color: string): void;
}

const oneDigit = (ratio: number) => Math.floor(ratio * 10) / 10;

/** A brand colour, whether it is readable, and the nearest readable one. */
export function BrandColor({ name, value, finding: { ratio, nearest }, isReadOnly, onChange }: Props) {
  const { t, format } = useI18n();
  const said = { ratio: format.number(oneDigit(ratio)), least: format.number(contrastMin) };
  return (
    <div className="brand-color">
      <ColorField label={t(`brand.${name}`)} name={`colors.${name}`} value={value} onChange={onChange} isReadOnly={isReadOnly} />
      <span className={`brand-ratio ${nearest === null ? "text-success-text" : "text-danger-text"}`}>
        {nearest === null ? <Check className="icon icon-14" aria-hidden /> : <CircleAlert className="icon icon-14" aria-hidden />}
        {nearest === null ? t("brand.readable", said) : t("brand.unreadable", said)}
      </span>
      {nearest !== null && (
        <div className="brand-proposal" role="status">
          <span className="brand-swatch" style={{ background: nearest }} aria-hidden />
          <span className="grow">{t("brand.nearest", { color: nearest })}</span>
          {!isReadOnly && (
            <Button size="small" onPress={() => onChange(nearest)}>
              {t("brand.take")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
