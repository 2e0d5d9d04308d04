import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnEmail } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { ownEmailQuery } from "../../../api/settings/security.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { unlessChanged } from "../../../parts/fields/typed-text.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";

/** The user's sign-in address: whether it is confirmed, and the pending new one. */
export function EmailForm() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const { data: own, error, isFetching, refetch } = useQuery(ownEmailQuery());
  const [next, setNext] = useState("");
  const [password, setPassword] = useState("");
  const keep = (email: OwnEmail) => client.setQueryData(ownEmailQuery().queryKey, email);
  async function send() {
    keep(await api.auth.email.change.request({ email: next, password }));
    setNext(unlessChanged(next, ""));
    setPassword(unlessChanged(password, ""));
  }
  async function run(work: () => Promise<OwnEmail>, done: string) {
    try {
      keep(await work());
      toast.show({ tone: "ok", text: done });
    } catch (failure) {
      showFailure(failure, i18n);
      await refetch();
    }
  }
  if (own === undefined)
    return error === null ? <SkeletonRows rows={3} /> : <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  return (
    <Form onSubmit={send} className="grid gap-4" label={t("profile.email")}>
      <h2 className="text-16">{t("profile.email")}</h2>
      <p className="text-text-2">{t("profile.email.text", { email: own.email })}</p>
      {own.verifiedAt === null && (
        <Notice
          tone="warn"
          actions={
            <Button
              size="small"
              onPress={() => void run(() => api.auth.email.requestVerification(), t("profile.email.sent", { email: own.email }))}
            >
              {t("profile.email.verify")}
            </Button>
          }
        >
          {t("profile.email.unverified")}
        </Notice>
      )}
      {own.pending !== null && (
        <Notice
          tone="info"
          role="status"
          actions={
            <Button size="small" onPress={() => void run(() => api.auth.email.change.cancel(), t("profile.email.cancelled"))}>
              {t("profile.email.cancel")}
            </Button>
          }
        >
          {t("profile.email.pending", { email: own.pending.email, when: format.when(own.pending.expiresAt) })}
        </Notice>
      )}
      <TextField label={t("profile.email.new")} name="email" type="email" value={next} onChange={setNext} isRequired />
      <TextField label={t("session.password")} name="password" type="password" value={password} onChange={setPassword} isRequired />
      <Button type="submit" className="justify-self-start">
        {t("profile.email.change")}
      </Button>
    </Form>
  );
}
