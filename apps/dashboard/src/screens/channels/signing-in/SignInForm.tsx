import { useState } from "react";
import type { ChannelKind } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { leaveForPlatform } from "../../../api/settings/channel-authorizations.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { DialogContent, FormFooter } from "../../../ui/overlays/Dialog.tsx";
import { typedConfig } from "../credentials/config.ts";
import { ConfigFields } from "../credentials/ConfigFields.tsx";

interface Props {
  kind: ChannelKind;
  authorization: NonNullable<ChannelKind["authorization"]>;
  onClose(): void;
}

/** Signing in at the platform, with the server's app, or with one's own if it has none. */
export function SignInForm({ kind, authorization, onClose }: Props) {
  const { t } = useI18n();
  const [name, setName] = useState("");
  const [values, setValues] = useState<Record<string, string>>({});
  // Optional for a channel, but not for signing in with one's own app.
  const asked = authorization.available
    ? []
    : kind.configFields.filter(({ name }) => authorization.ownAppFields.includes(name)).map((field) => ({ ...field, required: true }));
  async function leave() {
    const config = typedConfig(asked, values);
    await leaveForPlatform((back) =>
      api.channels.authorizations.start({ kind: kind.kind, ...(name.trim() === "" ? {} : { name: name.trim() }), config, ...back }),
    );
  }
  return (
    <Form onSubmit={leave}>
      <DialogContent>
        <div className="grid gap-3">
          <p className="text-text-2">{t("channels.signIn.text")}</p>
          <TextField label={t("contact.name")} name="name" isOptional hint={t("channels.signIn.name")} value={name} onChange={setName} />
          {!authorization.available && (
            <p className="text-text-2">
              {t("channels.signIn.ownApp")} <CopyText text={authorization.callbackUri} label={t("channels.signIn.callback")} />
            </p>
          )}
          <ConfigFields fields={asked} values={values} onChange={setValues} />
        </div>
      </DialogContent>
      <FormFooter verb={t("channels.signIn.leave")} onCancel={onClose} />
    </Form>
  );
}
