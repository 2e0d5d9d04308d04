import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../api/client.ts";
import { organizationErasureQuery } from "../../../api/settings/privacy.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";

import { TextField } from "../../../ui/fields/TextField.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

/** The deletion of the organization: after seven days, in which it can be cancelled. */
export function OrganizationErasure({ name, isOwner }: { name: string; isOwner: boolean }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const { data } = useQuery({ ...organizationErasureQuery(), throwOnError: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const erasure = data?.erasure;
  const scheduled = erasure?.status === "scheduled" ? erasure : null;
  async function refresh() {
    await client.invalidateQueries({ queryKey: organizationErasureQuery().queryKey });
    // The pressed button was replaced.
    heading.current?.focus();
  }
  async function cancel() {
    try {
      await api.organization.cancelErasure();
    } catch (error) {
      showFailure(error, i18n);
    }
    await refresh();
  }
  if (!isOwner && scheduled === null) return null;
  return (
    <section className="grid gap-3" aria-label={t("privacy.end")}>
      <h2 className="text-16" tabIndex={-1} ref={heading}>
        {t("privacy.end")}
      </h2>
      {scheduled !== null ? (
        <Notice
          tone="bad"
          title={t("privacy.end.scheduled", { when: format.instant(scheduled.erasesAt) })}
          actions={
            isOwner && (
              <Button size="small" onPress={() => void cancel()}>
                {t("privacy.end.cancel")}
              </Button>
            )
          }
        >
          {t("privacy.end.until")}
        </Notice>
      ) : (
        <>
          <p className="text-text-2">{t("privacy.end.text")}</p>
          <Button variant="danger" className="justify-self-start" onPress={() => setAsking(true)}>
            {t("privacy.end.begin")}
          </Button>
        </>
      )}
      {asking && (
        <EraseDialog
          name={name}
          onClose={() => setAsking(false)}
          onErased={() => {
            setAsking(false);
            void refresh();
          }}
        />
      )}
    </section>
  );
}

function EraseDialog({ name, onClose, onErased }: { name: string; onClose(): void; onErased(): void }) {
  const { t } = useI18n();
  const [confirm, setConfirm] = useState("");
  async function erase() {
    await api.organization.erase({ confirm });
    onErased();
  }
  return (
    <FormDialog title={t("privacy.end.begin")} size="small" verb={t("privacy.end.begin")} onSubmit={erase} onClose={onClose}>
      <p className="text-text-2">{t("privacy.end.text")}</p>
      <TextField label={t("privacy.end.confirm", { name })} name="confirm" value={confirm} onChange={setConfirm} isRequired />
    </FormDialog>
  );
}
