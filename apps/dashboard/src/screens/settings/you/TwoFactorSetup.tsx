import { useState } from "react";
import { encode } from "uqr";
import type { TwoFactorStarted } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { BackupCodes } from "./BackupCodes.tsx";

/** Password, then the app scans the code, then its first digits confirm it. The backup codes are shown once. */
export function TwoFactorSetup({ onDone }: { onDone(): void }) {
  const { t } = useI18n();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [started, setStarted] = useState<TwoFactorStarted | null>(null);
  const [backupCodes, setBackupCodes] = useState<string[] | null>(null);
  if (backupCodes !== null) return <BackupCodes codes={backupCodes} onDone={onDone} />;
  if (started !== null)
    return (
      <Form
        className="grid gap-3"
        onSubmit={async () => {
          setBackupCodes((await api.auth.twoFactor.verify({ code })).backupCodes);
        }}
      >
        <h2 className="text-16">{t("security.twoFactor")}</h2>
        <p className="text-text-2">{t("security.scan")}</p>
        <QrCode text={started.uri} label={t("security.qr")} />
        <CopyText text={started.secret} shown={started.secret} label={t("security.secret")} />
        <TextField label={t("session.code.label")} name="code" value={code} onChange={setCode} isRequired isCode />
        <Button type="submit" variant="primary" className="justify-self-start">
          {t("security.enable")}
        </Button>
      </Form>
    );
  return (
    <Form
      className="grid gap-3"
      onSubmit={async () => {
        setStarted(await api.auth.twoFactor.start({ password }));
        setPassword("");
      }}
    >
      <h2 className="text-16">{t("security.twoFactor")}</h2>
      <p className="text-text-2">{t("security.twoFactor.text")}</p>
      <TextField label={t("session.password")} name="password" type="password" value={password} onChange={setPassword} isRequired />
      <Button type="submit" className="justify-self-start">
        {t("security.setUp")}
      </Button>
    </Form>
  );
}

/** Generated here, so that the secret is sent to no other server. Dark on light in every theme, as cameras need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
