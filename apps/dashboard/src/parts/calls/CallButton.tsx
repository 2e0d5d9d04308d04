import { PhoneCall } from "lucide-react";
import { useState } from "react";
import type { Contact } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";
import type { CallOptions } from "./useCallOptions.ts";

const CallDialog = lazyComponent(async () => (await import("./CallDialog.tsx")).CallDialog, { keys: "all" });

interface Props {
  contact: Contact;
  options: CallOptions;
  size?: "normal" | "small";
}

/** Has a voice agent call a contact. */
export function CallButton({ contact, options, size = "normal" }: Props) {
  const { t } = useI18n();
  const [calling, setCalling] = useState(false);
  const open = () => setCalling(true);
  useActions([{ ...({ id: "calls.make", label: "calls.make", group: "shell.voice", icon: PhoneCall } as const), run: open }]);
  return (
    <>
      <Button size={size} icon={PhoneCall} onPress={open}>
        {t("calls.make")}
      </Button>
      {calling && <CallDialog contact={contact} options={options} onClose={() => setCalling(false)} />}
    </>
  );
}
