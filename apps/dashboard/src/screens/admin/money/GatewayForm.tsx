import { useQueryClient } from "@tanstack/react-query";
import type { GatewaySettings } from "@parley/sdk";
import { gatewayQuery } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { useEdits } from "../../../parts/fields/useEdits.ts";
import { useRun } from "../frame/useRun.ts";

/** URL, key and token. A secret is never shown, only replaced. */
export function GatewayForm({ settings: was, mayWrite }: { settings: GatewaySettings; mayWrite: boolean }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { inForm } = useRun();
  const { values, changes, edit, settle } = useEdits({
    ...{ enabled: was.enabled, reconciliationEnabled: was.reconciliationEnabled, baseUrl: was.baseUrl },
    ...{ secretKey: "", callbackToken: "", clearSecretKey: false, clearCallbackToken: false },
  });
  const { enabled, reconciliationEnabled, baseUrl, secretKey, callbackToken, clearSecretKey, clearCallbackToken } = values;
  const save = () =>
    inForm(async () => {
      if (changes !== null) {
        // Without its key the gateway would be switched off; the server refuses that if it is to stay enabled.
        const kept = changes.clearSecretKey === true ? { enabled } : {};
        client.setQueryData(gatewayQuery().queryKey, await api.admin.gateway.settings.update({ ...kept, ...changes }));
      }
      settle();
    }, t("common.saved"));
  return (
    <Form onSubmit={save} className="grid gap-5">
      <Switch
        isSelected={enabled}
        isDisabled={!mayWrite}
        hint={t("admin.gateway.enabled.hint")}
        onChange={(next) => edit({ enabled: next })}
      >
        {t("admin.gateway.enabled")}
      </Switch>
      <Switch
        isSelected={reconciliationEnabled}
        isDisabled={!mayWrite}
        hint={t("admin.gateway.reconcile.hint")}
        onChange={(next) => edit({ reconciliationEnabled: next })}
      >
        {t("admin.gateway.reconcile")}
      </Switch>
      <TextField
        label={t("admin.gateway.address")}
        name="baseUrl"
        type="url"
        isCode
        value={baseUrl}
        onChange={(next) => edit({ baseUrl: next })}
        isReadOnly={!mayWrite}
        isRequired
      />
      {mayWrite && (
        <>
          <TextField
            label={t("admin.gateway.key")}
            hint={
              was.hasSecretKey
                ? t("admin.gateway.kept", { last: was.secretKeyLast4 === null ? "…" : `…${was.secretKeyLast4}` })
                : t("admin.gateway.none")
            }
            name="secretKey"
            type="password"
            value={secretKey}
            onChange={(next) => edit({ secretKey: next })}
          />
          {was.hasSecretKey && (
            <Checkbox isSelected={clearSecretKey} onChange={(next) => edit({ clearSecretKey: next })}>
              {t("admin.gateway.key.clear")}
            </Checkbox>
          )}
          <TextField
            label={t("admin.gateway.token")}
            hint={was.hasCallbackToken ? t("admin.gateway.kept", { last: "…" }) : t("admin.gateway.none")}
            name="callbackToken"
            type="password"
            value={callbackToken}
            onChange={(next) => edit({ callbackToken: next })}
          />
          {was.hasCallbackToken && (
            <Checkbox isSelected={clearCallbackToken} onChange={(next) => edit({ clearCallbackToken: next })}>
              {t("admin.gateway.token.clear")}
            </Checkbox>
          )}
          <Button type="submit" variant="primary" className="justify-self-start">
            {t("common.save")}
          </Button>
        </>
      )}
    </Form>
  );
}
