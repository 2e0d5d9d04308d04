import { useMemo } from "react";
import { dateLocale } from "../../i18n/date-locale.ts";
import { useI18n } from "../../i18n/i18n.tsx";

/** Times with seconds, for logs; with the day if it is not today. */
export function useExactTime(): (iso: string) => string {
  const { language } = useI18n();
  return useMemo(() => {
    const locale = dateLocale(language);
    const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
    const time = new Intl.DateTimeFormat(locale, clock);
    const dayAndTime = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...clock });
    return (iso) => {
      const at = new Date(iso);
      return (at.toDateString() === new Date().toDateString() ? time : dayAndTime).format(at);
    };
  }, [language]);
}
