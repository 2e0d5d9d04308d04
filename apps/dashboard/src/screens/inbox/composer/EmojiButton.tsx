import { Smile } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";

/** Emoji that are common in answers to customers. Any other can be typed. */
const emoji = [
  ..."😀😃😄😁😅😂🙂😉😊😍😘😎🤗🤔😐😮😢😭😡🙏👍👎👏🙌👋🤝💪✌👌🤞❤🧡💛💚💙💜🖤✨⭐🎉🎂🎁🔥💡✅❌⚠❗❓📦🚚🛒💳🧾📅⏰📞📧📍🏠🔧🔑📷📄",
];

export function EmojiButton({ onEmoji, label }: { onEmoji(emoji: string): void; label?: string }) {
  const { t } = useI18n();
  return (
    <Popover
      label={t("emoji.title")}
      placement="top start"
      trigger={<Button icon={Smile} label={label ?? t("emoji.title")} variant="ghost" size="small" />}
    >
      {(close) => (
        <div className="emoji-grid">
          {emoji.map((each) => (
            <button
              key={each}
              type="button"
              onClick={() => {
                onEmoji(each);
                close();
              }}
            >
              {each}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
