import { Check, Mic, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { mimeTypeOf } from "./limits/recording-format.ts";

interface Props {
  /** See recording-format.ts. */
  format: string;
  onFile(file: File): void;
}

/** Records while it is shown in red; the recording becomes a file like any other. */
export function VoiceRecorder({ format, onFile }: Props) {
  const { t } = useI18n();
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const [seconds, setSeconds] = useState(0);
  const recorder = useRef<MediaRecorder | null>(null);
  const kept = useRef(false);
  /** Requested but not running yet: a second press does nothing. */
  const starting = useRef(false);
  const alive = useRef(true);

  useEffect(() => {
    if (startedAt === null) return;
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startedAt) / 1_000)), 250);
    return () => clearInterval(timer);
  }, [startedAt]);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
      recorder.current?.stop();
    };
  }, []);

  async function start() {
    if (starting.current) return;
    starting.current = true;
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch {
      toast.show({ tone: "bad", text: t("voice.denied") });
      return;
    } finally {
      starting.current = false;
    }
    // The person left while the browser asked for permission: nothing is recorded.
    if (!alive.current) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    const chunks: Blob[] = [];
    const own = new MediaRecorder(stream, { mimeType: format });
    own.addEventListener("dataavailable", ({ data }) => chunks.push(data));
    own.addEventListener("stop", () => {
      for (const track of stream.getTracks()) track.stop();
      recorder.current = null;
      setStartedAt(null);
      const type = mimeTypeOf(format);
      if (kept.current)
        onFile(new File(chunks, `voice-note.${type.endsWith("ogg") ? "ogg" : type.endsWith("aac") ? "aac" : "m4a"}`, { type }));
    });
    kept.current = false;
    recorder.current = own;
    own.start(1_000);
    setSeconds(0);
    setStartedAt(Date.now());
  }

  function stop(keep: boolean) {
    kept.current = keep;
    recorder.current?.stop();
  }

  if (startedAt === null) return <Button icon={Mic} label={t("voice.record")} variant="ghost" size="small" onPress={() => void start()} />;
  return (
    <span className="recording" role="status" data-begun>
      <span className="dot bad" aria-hidden />
      <span className="tabular-nums">{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}</span>
      <Button icon={X} label={t("voice.cancel")} variant="ghost" size="small" onPress={() => stop(false)} />
      <Button icon={Check} label={t("voice.keep")} variant="accent" size="small" onPress={() => stop(true)} />
    </span>
  );
}
