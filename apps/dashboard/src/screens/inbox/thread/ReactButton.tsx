import { SmilePlus } from "lucide-react";
import { useState } from "react";
import type { Message } from "@parley/sdk";
import { react } from "../../../api/inbox/messages.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";

interface Props {
  message: Message;
  choices: readonly string[];
  /** Our address, which identifies our reaction to the message. */
  ownAddress: string | null;
}

/** Adds a reaction to a customer's message, or removes it. It is shown once the platform has it. */
export function ReactButton({ message, choices, ownAddress }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const own = message.reactions.find(({ from }) => from === ownAddress)?.emoji ?? null;
  async function put(emoji: string) {
    setOpen(false);
    setPending(true);
    await react(message, emoji === own ? null : emoji)
      .catch((error: unknown) => showFailure(error, i18n))
      .finally(() => setPending(false));
  }
  return (
    <Popover
      trigger={<Button icon={SmilePlus} label={t("message.react")} variant="ghost" size="small" isPending={isPending} />}
      label={t("message.react")}
      placement="top start"
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <div className="reaction-choices">
        {choices.map((emoji) => (
          <button key={emoji} type="button" aria-pressed={emoji === own} onClick={() => void put(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
    </Popover>
  );
}
