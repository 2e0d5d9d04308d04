import { useState } from "react";
import type { GatewaySettings } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { useRun } from "../frame/useRun.ts";

/** URL, key and token. A secret is never shown, only replaced. */
export function GatewayForm({ settings: was, mayWrite }: { settings: GatewaySettings; mayWrite: boolean }) {
  const { t } = useI18n();
  const { inForm } = useRun();
  const [enabled, setEnabled] = useState(was.enabled);
  const [reconciliationEnabled, setReconciliation] = useState(was.reconciliationEnabled);
  const [baseUrl, setBaseUrl] = useState(was.baseUrl);
  const [secretKey, setSecretKey] = useState("");
  const [callbackToken, setCallbackToken] = useState("");
  const [clearSecretKey, setClearSecretKey] = useState(false);
  const [clearCallbackToken, setClearToken] = useState(false);
  const save = () =>
    inForm(
      () =>
        api.admin.gateway.settings.update({
          enabled,
          reconciliationEnabled,
          ...(baseUrl === was.baseUrl ? {} : { baseUrl }),
          ...(secretKey === "" ? {} : { secretKey }),
          ...(callbackToken === "" ? {} : { callbackToken }),
          ...(clearSecretKey ? { clearSecretKey } : {}),
          ...(clearCallbackToken ? { clearCallbackToken } : {}),
        }),
      t("common.saved"),
    );
  return (
    <Form onSubmit={save} className="grid gap-5">
      <Switch isSelected={enabled} isDisabled={!mayWrite} hint={t("admin.gateway.enabled.hint")} onChange={setEnabled}>
        {t("admin.gateway.enabled")}
      </Switch>
      <Switch
        isSelected={reconciliationEnabled}
        isDisabled={!mayWrite}
        hint={t("admin.gateway.reconcile.hint")}
        onChange={setReconciliation}
      >
        {t("admin.gateway.reconcile")}
      </Switch>
      <TextField
        label={t("admin.gateway.address")}
        name="baseUrl"
        type="url"
        isCode
        value={baseUrl}
        onChange={setBaseUrl}
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
            onChange={setSecretKey}
          />
          {was.hasSecretKey && (
            <Checkbox isSelected={clearSecretKey} onChange={setClearSecretKey}>
              {t("admin.gateway.key.clear")}
            </Checkbox>
          )}
          <TextField
            label={t("admin.gateway.token")}
            hint={was.hasCallbackToken ? t("admin.gateway.kept", { last: "…" }) : t("admin.gateway.none")}
            name="callbackToken"
            type="password"
            value={callbackToken}
            onChange={setCallbackToken}
          />
          {was.hasCallbackToken && (
            <Checkbox isSelected={clearCallbackToken} onChange={setClearToken}>
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
