import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../api/client.ts";
import { twoFactorQuery } from "../../../api/settings/security.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { unlessChanged } from "../../../parts/fields/typed-text.ts";
import { BackupCodes } from "./BackupCodes.tsx";
import { TwoFactorSetup } from "./TwoFactorSetup.tsx";

/** The second factor: setting it up, new backup codes, switching it off. Both changes require the password and a code. */
export function SecondFactor() {
  const { t, format } = useI18n();
  const { data, refetch } = useQuery({ ...twoFactorQuery(), throwOnError: false });
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [renewed, setRenewed] = useState<string[] | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const verb = useRef<"renew" | "disable">("renew");
  if (data === undefined) return <SkeletonRows rows={2} />;
  if (!data.enabled) return <TwoFactorSetup onDone={() => void refetch()} />;
  if (renewed !== null) return <BackupCodes codes={renewed} onDone={() => setRenewed(null)} />;
  async function prove() {
    const proof = { password, code };
    if (verb.current === "disable") await api.auth.twoFactor.disable(proof);
    else setRenewed((await api.auth.twoFactor.renewBackupCodes(proof)).backupCodes);
    setPassword(unlessChanged(password, ""));
    setCode(unlessChanged(code, ""));
    await refetch();
  }
  const run = (next: typeof verb.current) => {
    verb.current = next;
    form.current?.requestSubmit();
  };
  return (
    <Form ref={form} onSubmit={prove} className="grid gap-3" label={t("security.twoFactor")}>
      <h2 className="flex items-center gap-2 text-16">
        {t("security.twoFactor")} <Chip tone="ok">{t("security.on")}</Chip>
      </h2>
      <p className="text-text-2">
        {t("security.twoFactor.since", { when: data.enabledAt === null ? "" : format.day(data.enabledAt) })}{" "}
        {t("security.codesLeft", { n: data.backupCodesLeft })}
      </p>
      <TextField label={t("session.password")} name="password" type="password" value={password} onChange={setPassword} isRequired />
      <TextField label={t("session.code.label")} name="code" value={code} onChange={setCode} isRequired isCode />
      <span className="flex flex-wrap gap-2">
        <Button onPress={() => run("renew")}>{t("security.backup.renew")}</Button>
        <Button variant="danger" onPress={() => run("disable")}>
          {t("security.disable")}
        </Button>
      </span>
    </Form>
  );
}
