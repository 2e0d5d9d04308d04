import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AudienceRules } from "@parley/sdk";
import { segmentCountQuery } from "../../../api/contacts/segment-count.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { PartError } from "../../../ui/feedback/PartError.tsx";

/** Between the last change and the count. */
const pauseMs = 300;

interface Props {
  /** Null: they are incomplete. */
  rules: AudienceRules | null;
  /** Only the number, for places that show the contacts anyway. */
  countAlone?: boolean;
}

/** The current size, counted while the rules are edited. */
export function SegmentCount({ rules, countAlone = false }: Props) {
  const { t, format } = useI18n();
  const wanted = rules === null ? null : JSON.stringify(rules);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, refetch, isFetching } = useQuery({
    ...segmentCountQuery(asked === null ? { rules: [] } : (JSON.parse(asked) as AudienceRules)),
    enabled: asked !== null,
    throwOnError: false,
  });
  if (asked === null) return <p className="text-text-3">{t("segments.incomplete")}</p>;
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  const shown = data?.sample.slice(0, 5).map((contact) => contactName(contact, t("contact.unnamed"))) ?? [];
  return (
    <p role="status" aria-busy={isFetching || wanted !== asked}>
      <b className="tabular-nums">{data === undefined ? t("common.loading") : t("segments.count", { n: data.count })}</b>
      {data?.exact === false && (
        <span className="text-12 text-text-3">
          {` ${t("segments.about", { from: format.number(data.countRange.from), to: format.number(data.countRange.to) })}`}
        </span>
      )}
      {!countAlone && shown.length > 0 && <span className="block text-12 text-text-3">{format.list(shown)}</span>}
    </p>
  );
}

/** Only the number, for an existing segment. */
export function CountOf({ rules }: { rules: AudienceRules }) {
  const { format } = useI18n();
  const { data } = useQuery({ ...segmentCountQuery(rules), throwOnError: false });
  if (data === undefined) return null;
  return <span className="tabular-nums">{`${data.exact ? "" : "≈ "}${format.number(data.count)}`}</span>;
}
