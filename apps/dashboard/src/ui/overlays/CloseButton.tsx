import { X } from "lucide-react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";

/** At the end of a header. */
export function CloseButton({ onPress, className }: { onPress(): void; className?: string }) {
  const { t } = useI18n();
  return (
    <Button
      icon={X}
      label={t("common.close")}
      variant="ghost"
      size="small"
      keys="escape"
      onPress={onPress}
      {...(className === undefined ? {} : { className })}
    />
  );
}
