import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AgencyGrant } from "@parley/sdk";
import { agencyGrants } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { GrantScopes } from "../../../parts/grants/GrantScopes.tsx";
import { allGrantable } from "../../../parts/grants/grantable.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../../ui/overlays/Dialog.tsx";

interface Props {
  grant: AgencyGrant;
  onAnswered(): void;
  onClose(): void;
}

/** Consent: what an agency asks for, optionally reduced, and yes or no. */
export function GrantAnswerDialog({ grant, onAnswered, onClose }: Props) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const { agencyName: agency, linkRequestId, message, expiresAt } = grant;
  const offered = allGrantable.filter((scope) => grant.scopes.includes(scope));
  const [scopes, setScopes] = useState([...offered]);
  const [refusing, setRefusing] = useState(false);
  const asked = linkRequestId === null ? "asks" : "link";
  function done(text: string) {
    agencyGrants.invalidate(client, grant.id);
    toast.show({ tone: "ok", text });
    onClose();
    onAnswered();
  }
  async function refuse() {
    setRefusing(true);
    try {
      await api.agencyGrants.refuse(grant.id);
      done(t("grants.refusedNow", { agency }));
    } catch (error) {
      showFailure(error, i18n);
      setRefusing(false);
    }
  }
  return (
    <Dialog title={t(`grants.${asked}`, { agency })} isOpen onOpenChange={(open) => !open && onClose()}>
      <Form
        onSubmit={async () => {
          await api.agencyGrants.accept(grant.id, { scopes });
          done(t("grants.accepted", { agency }));
        }}
      >
        <DialogContent>
          <div className="grid gap-3">
            <Notice tone="info">{t(`grants.${asked}.text`)}</Notice>
            {message !== null && (
              <blockquote className="card flat card-body" dir="auto">
                {message}
              </blockquote>
            )}
            <GrantScopes value={scopes} onChange={setScopes} offered={offered} />
            <p className="text-12 text-text-3">
              {expiresAt === null ? t("grants.always") : t("grants.until", { when: format.instant(expiresAt) })}
            </p>
          </div>
        </DialogContent>
        <DialogFooter>
          <Button variant="danger" isPending={refusing} onPress={() => void refuse()}>
            {t("grants.refuse")}
          </Button>
          <Button type="submit" variant="primary" isDisabled={scopes.length === 0 || refusing}>
            {t("grants.accept")}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
