import { useEffect, useState } from "react";
import { useI18n } from "../../../../i18n/i18n.tsx";

export const textRoomId = "composer-text-room";
/** After the last key: a screen reader would otherwise say each number. */
const announcedAfterMs = 1_000;

/** The characters that still fit, once there are few, or how many are too many (text-room.ts). Announced when typing pauses. */
export function TextRoom({ room }: { room: number | null }) {
  const { t } = useI18n();
  const words = room === null ? "" : room < 0 ? t("composer.tooLong", { n: -room }) : t("composer.roomLeft", { n: room });
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(words), announcedAfterMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <>
      {room !== null && (
        <p id={textRoomId} className={`text-room ${room < 0 ? "over" : ""}`} aria-hidden>
          {words}
        </p>
      )}
      <span className="sr-only" role="status">
        {announced}
      </span>
    </>
  );
}
