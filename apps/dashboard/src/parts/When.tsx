import { useI18n } from "../i18n/i18n.tsx";

/** A time in a list: short, with the full time as tooltip. */
export function When({ at, none = null }: { at: string | null; none?: string | null }) {
  const { format } = useI18n();
  if (at === null) return none === null ? null : <span className="text-text-3">{none}</span>;
  return (
    <time className="whitespace-nowrap text-text-3" dateTime={at} title={format.instant(at)}>
      {format.when(at)}
    </time>
  );
}
