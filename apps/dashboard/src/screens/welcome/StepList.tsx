import { ArrowRight, Check, Circle, Smartphone } from "lucide-react";
import type { Member } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { setFirstRun, useFirstRun } from "../../parts/first-run.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { classes } from "../../ui/lib/classes.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import type { Step } from "./steps.ts";

interface Props {
  me: Member;
  title: string;
  /** All steps: the next one is highlighted, whichever group it is in. */
  steps: readonly Step[];
  group: Step["group"];
}

export function StepList({ me, title, steps, group }: Props) {
  const { t } = useI18n();
  const own = steps.filter((step) => step.group === group);
  const next = steps.find(({ done }) => !done);
  const done = own.filter((step) => step.done).length;
  if (own.length === 0) return null;
  return (
    <section className="card mt-4" aria-label={title}>
      <div className="flex items-center p-3">
        <h3 className="text-13 font-semibold">{title}</h3>
        <span className="ms-auto">
          <Chip tone={done === own.length ? "ok" : "plain"}>{t("welcome.progress", { done, n: own.length })}</Chip>
        </span>
      </div>
      <ol>
        {own.map((step) => (
          <StepItem key={step.id} me={me} step={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

function StepItem({ me, step, isNext }: { me: Member; step: Step; isNext: boolean }) {
  const { t, format } = useI18n();
  const { phone } = useFirstRun(me);
  const { id, done, title, detail, at, action } = step;
  const Mark = done ? Check : isNext ? ArrowRight : Circle;
  const variant = isNext ? "accent" : "plain";
  /** If a person goes from here to the inbox, the customer's phone stays visible. */
  const keepPhone = () => me.demo?.phoneUrl != null && phone === null && setFirstRun(me, { phone: "open" });
  return (
    <li className={classes("step", done && "done", isNext && "now")} data-step={id} aria-current={isNext ? "step" : undefined}>
      <span className="step-mark" role="img" aria-label={t(done ? "welcome.done" : "welcome.open")}>
        <Mark className="icon flip" aria-hidden />
      </span>
      <div>
        <b className="font-medium">{t(title)}</b>
        <p className="text-12 text-text-2" dir="auto">
          {detail}
        </p>
        {!done && action !== null && (
          <div className="mt-2">
            {action === "phone" ? (
              <Button
                variant={variant}
                size="small"
                icon={Smartphone}
                keys="shift+p"
                hideKeys
                onPress={() => setFirstRun(me, { phone: "open" })}
              >
                {t("welcome.phone.open")}
              </Button>
            ) : (
              <LinkButton {...action.link} variant={variant} size="small" onClick={keepPhone}>
                {t(action.label)}
              </LinkButton>
            )}
          </div>
        )}
      </div>
      <span className="step-when text-12 text-text-3 tabular-nums">
        {done && at !== null && <time dateTime={at}>{format.when(at)}</time>}
      </span>
    </li>
  );
}
