import { useMemo } from "react";
import { useI18n } from "../../i18n/i18n.tsx";

/** Times with seconds, for logs: of another day with the day. */
export function useExactTime(): (iso: string) => string {
  const { language } = useI18n();
  return useMemo(() => {
    // English as `format.time` has it.
    const hourCycle = language === "en" ? "h23" : undefined;
    const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle } as const;
    const time = new Intl.DateTimeFormat(language, clock);
    const dayAndTime = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", ...clock });
    return (iso) => {
      const at = new Date(iso);
      return (at.toDateString() === new Date().toDateString() ? time : dayAndTime).format(at);
    };
  }, [language]);
}
