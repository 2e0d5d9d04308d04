import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { organizationExportsQuery } from "../../../api/settings/privacy.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { FileRow } from "./FileRow.tsx";

/** All data of the organization in one file, for its owners. */
export function OrganizationExports({ isOwner }: { isOwner: boolean }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data } = useQuery({ ...organizationExportsQuery(), throwOnError: false });
  const [includeMedia, setIncludeMedia] = useState(true);
  async function begin() {
    try {
      await api.organization.export({ includeMedia });
    } finally {
      await client.invalidateQueries({ queryKey: organizationExportsQuery().queryKey });
    }
  }
  return (
    <section className="grid gap-3" aria-label={t("privacy.all")}>
      <h2 className="text-16">{t("privacy.all")}</h2>
      <p className="text-text-2">{t("privacy.all.text")}</p>
      {isOwner && (
        <Form onSubmit={begin} className="grid gap-3">
          <Switch isSelected={includeMedia} onChange={setIncludeMedia}>
            {t("privacy.all.media")}
          </Switch>
          <Button type="submit" className="justify-self-start">
            {t("privacy.all.begin")}
          </Button>
        </Form>
      )}
      {data !== undefined && data.data.length > 0 && (
        <ul aria-label={t("privacy.all")}>
          {data.data.map((each) => (
            <FileRow
              key={each.id}
              title={t(each.includeMedia ? "privacy.all.withMedia" : "privacy.all.withoutMedia")}
              detail={t("privacy.all.rows", { n: each.progress.rows })}
              file={isOwner ? each : { ...each, url: null }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
