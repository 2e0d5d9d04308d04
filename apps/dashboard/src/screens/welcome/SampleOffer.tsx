import { useQuery } from "@tanstack/react-query";
import { sampleDataQuery } from "../../api/first-run.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { CodeBox } from "../../ui/CodeBox.tsx";

/** The command that fills the organization with sample data. Hidden if it would be refused, or once it has run. */
export function SampleOffer() {
  const { t } = useI18n();
  const { data } = useQuery({ ...sampleDataQuery, throwOnError: false });
  if (data?.command == null) return null;
  return (
    <section className="card mt-4 grid gap-2 p-3" aria-label={t("welcome.sample")}>
      <h3 className="text-13 font-semibold">{t("welcome.sample")}</h3>
      <p className="text-text-2">{t("welcome.sample.text")}</p>
      <CodeBox label={t("welcome.sample.command")} code={data.command} />
      <p className="text-12 text-text-3">{t("welcome.sample.how")}</p>
    </section>
  );
}
