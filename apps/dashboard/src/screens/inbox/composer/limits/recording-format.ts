/** The format of voice notes. Pure. */
import { accepts } from "../attachments.ts";

/** Best first. In MP4, AAC before what the browser chooses: it may be Opus, which fewer phones play. */
const formats = ["audio/ogg;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/mp4", "audio/aac"] as const;

/** The browser's best format among those that the channel accepts; undefined: there is none. */
export function recordingFormat(mimeTypes: readonly string[], records = recordsHere): string | undefined {
  return formats.find((each) => accepts(mimeTypes, mimeTypeOf(each)) && records(each));
}

/** Without its codecs. */
export const mimeTypeOf = (format: string): string => format.split(";")[0] ?? format;

const recordsHere = (format: string): boolean => typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported(format);
