import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { FlowRunWithSteps } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { Button } from "../../../ui/Button.tsx";

interface Props {
  steps: FlowRunWithSteps["steps"];
  /** How many steps are shown. */
  at: number;
  onGo(n: number): void;
}

const stepMs = 900;

/** Plays the run step by step, forwards and backwards. */
export function RunPlayer({ steps, at, onGo }: Props) {
  const { t, format } = useI18n();
  const [isPlaying, setPlaying] = useState(false);
  const latest = useRef(onGo);
  latest.current = onGo;
  const end = steps.length;
  useEffect(() => {
    if (!isPlaying) return;
    if (at >= end) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => latest.current(at + 1), stepMs);
    return () => clearTimeout(timer);
  }, [isPlaying, at, end]);
  const play = () => {
    if (!isPlaying && at >= end) onGo(1);
    setPlaying(!isPlaying);
  };
  useActions([
    {
      ...({ id: "flow.play", label: "flows.play", group: "shell.flows", icon: Play, keys: "space" } as const),
      enabled: end > 0,
      run: play,
    },
    { ...({ id: "flow.next", label: "flows.next", group: "shell.flows", keys: "j" } as const), enabled: at < end, run: () => onGo(at + 1) },
    {
      ...({ id: "flow.previous", label: "flows.previous", group: "shell.flows", keys: "k" } as const),
      enabled: at > 1,
      run: () => onGo(at - 1),
    },
  ]);
  if (end === 0) return null;
  const shown = steps[at - 1];
  return (
    <div className="flow-player" role="group" aria-label={t("flows.player")}>
      <Button icon={SkipBack} label={t("flows.previous")} keys="k" size="small" isDisabled={at <= 1} onPress={() => onGo(at - 1)} />
      <Button
        icon={isPlaying ? Pause : Play}
        label={t(isPlaying ? "flows.pause" : "flows.play")}
        keys="space"
        size="small"
        variant="primary"
        onPress={play}
      />
      <Button icon={SkipForward} label={t("flows.next")} keys="j" size="small" isDisabled={at >= end} onPress={() => onGo(at + 1)} />
      <input
        type="range"
        min={1}
        max={end}
        value={at}
        aria-label={t("flows.step")}
        aria-valuetext={t("flows.stepOf", { n: at, all: end })}
        onChange={(event) => onGo(Number(event.currentTarget.value))}
      />
      <span className="text-12 tabular-nums">
        {t("flows.stepOf", { n: at, all: end })}
        {shown !== undefined && <> · {format.when(shown.at)}</>}
      </span>
    </div>
  );
}
