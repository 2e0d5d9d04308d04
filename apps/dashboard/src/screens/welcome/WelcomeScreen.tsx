import "../../styles/screens/welcome.css";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { EyeOff, Radio, Upload, UserPlus } from "lucide-react";
import { can, type Member, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { setFirstRun, useFirstRun } from "../../parts/first-run.ts";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { toast } from "../../shell/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { Skeleton, SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Meter } from "../../ui/feedback/Progress.tsx";
import { SampleOffer } from "./SampleOffer.tsx";
import { StepList } from "./StepList.tsx";
import { hasSteps, useSteps } from "./steps.ts";
import { Ways } from "./Ways.tsx";

/** The first run: six steps that are checked off when they have happened, next to a customer's phone if there is one. */
export function WelcomeScreen() {
  const { data: me } = useSuspenseQuery(meQuery);
  return me.user === null || !hasSteps(me) ? <NotFoundPage /> : <Checklist me={me as Member} />;
}

function Checklist({ me }: { me: Member }) {
  const i18n = useI18n();
  const { t } = i18n;
  const navigate = useNavigate();
  const { checklist } = useFirstRun(me);
  const steps = useSteps(me, i18n);
  const close = () => {
    setFirstRun(me, { checklist: "away", phone: "closed" });
    toast.show({ text: t("welcome.away"), tone: "ok" });
    void navigate({ to: "/inbox/$view", params: { view: "mine" } });
  };
  const bringBack = () => setFirstRun(me, { checklist: "shown" });
  useActions([
    checklist === "shown"
      ? { id: "welcome.hide", label: "welcome.hide", group: "welcome.title", icon: EyeOff, run: close }
      : { id: "welcome.show", label: "welcome.show", group: "welcome.title", run: bringBack },
  ]);
  const done = steps?.filter((step) => step.done).length ?? 0;
  const all = steps !== null && done === steps.length;
  return (
    <>
      <header className="head">
        <h1>{t("welcome.title")}</h1>
        {steps !== null && (
          <span className="text-12 text-text-3" role="status">
            {t("welcome.progress", { done, n: steps.length })}
          </span>
        )}
        <span className="ms-auto">
          {checklist === "shown" ? (
            <Button variant={all ? "primary" : "ghost"} size="small" onPress={close}>
              {t("welcome.hide")}
            </Button>
          ) : (
            <Button size="small" onPress={bringBack}>
              {t("welcome.show")}
            </Button>
          )}
        </span>
      </header>
      <div className="scroll grow">
        <div className="welcome">
          <h2 className="text-20">{t(all ? "welcome.allDone" : "welcome.greeting", { name: me.user.name })}</h2>
          <p className="mt-2 text-text-2">{t(me.demo?.phoneUrl == null ? "welcome.text" : "welcome.textDemo")}</p>
          {steps === null ? (
            <Skeleton className="mt-4">
              <SkeletonRows rows={6} />
            </Skeleton>
          ) : (
            <>
              <Meter
                className="mt-4"
                label={t("welcome.title")}
                value={done}
                max={steps.length}
                valueText={t("welcome.progress", { done, n: steps.length })}
                tone="ok"
              />
              <StepList me={me} title={t("welcome.conversation")} steps={steps} group="conversation" />
              <StepList me={me} title={t("welcome.yours")} steps={steps} group="yours" />
            </>
          )}
          {can(me, "organization:write") && <SampleOffer />}
          <Ways
            label={t("welcome.next")}
            ways={[
              {
                scope: "channels:write",
                icon: Radio,
                to: "/channels",
                title: "welcome.way.channel",
                text: "welcome.way.channel.text",
              } as const,
              {
                scope: "agents:write",
                icon: UserPlus,
                to: "/settings/team",
                title: "welcome.way.team",
                text: "welcome.way.team.text",
              } as const,
              {
                scope: "contacts:write",
                icon: Upload,
                to: "/contacts",
                title: "welcome.way.contacts",
                text: "welcome.way.contacts.text",
              } as const,
            ].filter(({ scope }) => can(me, scope))}
          />
        </div>
      </div>
    </>
  );
}
