import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChannelKind } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { channelKindsQuery } from "../../api/settings/channel-kinds.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Form } from "../../ui/fields/Form.tsx";
import { Radio, RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Dialog, DialogContent, FormFooter } from "../../ui/overlays/Dialog.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { typedConfig } from "./credentials/config.ts";
import { ConfigFields } from "./credentials/ConfigFields.tsx";
import { SignInForm } from "./signing-in/SignInForm.tsx";

interface Props {
  /** Preselected kind. */
  kind: string | null;
  onClose(): void;
  onMade(id: string): Promise<void>;
}

type Way = "signIn" | "credentials";

/** A kind, then signing in at the platform, or its settings. The server tests the credentials at the platform before it connects the channel. */
export function ConnectDialog({ kind: given, onClose, onMade }: Props) {
  const { t } = useI18n();
  const { data } = useQuery(channelKindsQuery());
  const [chosen, setChosen] = useState(given);
  const kind = data?.data.find((each) => each.kind === chosen) ?? null;
  const [wanted, setWay] = useState<Way | null>(null);
  // Without an app on this server, signing in requires one's own, which fewer people have than credentials.
  const way = wanted ?? (kind?.authorization?.available === true ? "signIn" : "credentials");
  return (
    <Dialog title={t("channels.connect")} isOpen onOpenChange={(open) => !open && onClose()}>
      {data === undefined ? (
        <DialogContent>
          <SkeletonRows rows={4} />
        </DialogContent>
      ) : (
        <>
          <DialogContent>
            <div className="grid gap-4">
              <RadioGroup label={t("channels.kind")} value={kind?.kind ?? null} onChange={setChosen}>
                {data.data.map((each) => (
                  <Radio key={each.kind} value={each.kind}>
                    {each.label}
                  </Radio>
                ))}
              </RadioGroup>
              {kind !== null && kind.authorization !== null && (
                <RadioGroup<Way> label={t("channels.way")} value={way} onChange={setWay}>
                  <Radio value="signIn" hint={t("channels.way.signIn.text")}>
                    {t("channels.way.signIn")}
                  </Radio>
                  <Radio value="credentials" hint={t("channels.way.credentials.text")}>
                    {t("channels.way.credentials")}
                  </Radio>
                </RadioGroup>
              )}
            </div>
          </DialogContent>
          {kind !== null && kind.authorization !== null && way === "signIn" && (
            <SignInForm key={kind.kind} kind={kind} authorization={kind.authorization} onClose={onClose} />
          )}
          {kind !== null && (kind.authorization === null || way === "credentials") && (
            <ConnectForm key={kind.kind} kind={kind} onClose={onClose} onMade={onMade} />
          )}
        </>
      )}
    </Dialog>
  );
}

function ConnectForm({ kind, onClose, onMade }: Pick<Props, "onClose" | "onMade"> & { kind: ChannelKind }) {
  const { t } = useI18n();
  const [name, setName] = useState("");
  const [values, setValues] = useState<Record<string, string>>({});
  async function connect() {
    const config = typedConfig(kind.configFields, values);
    const made = await api.channels.create({ kind: kind.kind, name, config });
    onClose();
    await onMade(made.id);
  }
  return (
    <Form onSubmit={connect}>
      <DialogContent>
        <div className="grid gap-3">
          <TextField label={t("contact.name")} name="name" hint={t("channels.name.hint")} value={name} onChange={setName} isRequired />
          <ConfigFields fields={kind.configFields} values={values} onChange={setValues} />
        </div>
      </DialogContent>
      <FormFooter verb={t("channels.connect.now")} onCancel={onClose} />
    </Form>
  );
}
