import { Link } from "@tanstack/react-router";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import type { Obstacle } from "./useObstacles.ts";

/** What prevents calls from being answered, each with a link to fix it. `onFollow`: a link was followed. */
export function Obstacles({ obstacles, onFollow }: { obstacles: readonly Obstacle[]; onFollow?: () => void }) {
  return (
    <div className="grid gap-2">
      {obstacles.map((each) => (
        <ObstacleNotice key={each.kind === "account" ? each.account.id : each.kind} obstacle={each} onFollow={onFollow} />
      ))}
    </div>
  );
}

function ObstacleNotice({ obstacle, onFollow }: { obstacle: Obstacle; onFollow: (() => void) | undefined }) {
  const { t } = useI18n();
  const telephone = (text: string) => (
    <Link className="link" to="/voice/$part" params={{ part: "telephone" }} search={{}} onClick={onFollow}>
      {text}
    </Link>
  );
  switch (obstacle.kind) {
    case "key":
      return (
        <Notice tone="bad">
          {t("voice.ready.key")}{" "}
          <Link className="link" to="/settings/$part" params={{ part: "ai-keys" }} onClick={onFollow}>
            {t("voice.ready.key.open")}
          </Link>
        </Notice>
      );
    case "number":
      return (
        <Notice tone="warn">
          {t("voice.ready.number")} {telephone(t("voice.ready.number.open"))}
        </Notice>
      );
    case "channel":
      return <Notice tone="warn">{t("voice.ready.channel")}</Notice>;
    case "account": {
      const { name, lastError } = obstacle.account;
      const words =
        lastError === null
          ? t("voice.ready.untested", { name })
          : t("voice.ready.account", { name, reason: t(`telephone.failure.${lastError}`) });
      return (
        <Notice tone="warn">
          {words} {telephone(t("voice.ready.account.open"))}
        </Notice>
      );
    }
  }
}
