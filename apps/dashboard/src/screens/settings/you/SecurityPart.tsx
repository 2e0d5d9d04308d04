import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { sessionsQuery } from "../../../api/settings/security.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { unlessChanged } from "../../../parts/fields/typed-text.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { SecondFactor } from "./SecondFactor.tsx";

/** Password, second factor, and sessions. */
export function SecurityPart() {
  return (
    <div className="settings-form grid gap-8">
      <PasswordForm />
      <SecondFactor />
      <Sessions />
    </div>
  );
}

function PasswordForm() {
  const { t } = useI18n();
  const [currentPassword, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  async function save() {
    await api.auth.changePassword({ currentPassword, password });
    setCurrent(unlessChanged(currentPassword, ""));
    setPassword(unlessChanged(password, ""));
    toast.show({ tone: "ok", text: t("security.passwordChanged") });
  }
  return (
    <Form onSubmit={save} className="grid gap-3">
      <h2 className="text-16">{t("security.password")}</h2>
      <TextField
        label={t("security.current")}
        name="currentPassword"
        type="password"
        value={currentPassword}
        onChange={setCurrent}
        isRequired
      />
      <TextField label={t("security.new")} name="password" type="password" value={password} onChange={setPassword} isRequired />
      <Button type="submit" className="justify-self-start">
        {t("security.change")}
      </Button>
    </Form>
  );
}

function Sessions() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { data, error, refetch } = useQuery({ ...sessionsQuery(), throwOnError: false });
  async function end(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (failure) {
      showFailure(failure, i18n);
    }
    await refetch();
  }
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={3} />;
  return (
    <section className="grid gap-2" aria-label={t("security.sessions")}>
      <h2 className="flex items-center text-16">
        {t("security.sessions")}
        {data.data.length > 1 && (
          <Button size="small" className="ms-auto" onPress={() => void end(() => api.auth.sessions.revokeOthers())}>
            {t("security.endOthers")}
          </Button>
        )}
      </h2>
      {data.data.map(({ id, current, userAgent, address, lastUsedAt }) => (
        <div className="mini" key={id}>
          <span className="min-w-0 grow">
            <bdi className="cut block">{userAgent ?? t("security.unknownBrowser")}</bdi>
            <span className="text-12 text-text-3">
              <bdi dir="ltr">{address}</bdi> · {format.when(lastUsedAt)}
            </span>
          </span>
          {current ? (
            <Chip tone="accent">{t("security.thisOne")}</Chip>
          ) : (
            <Button size="small" onPress={() => void end(() => api.auth.sessions.delete(id))}>
              {t("security.end")}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}
