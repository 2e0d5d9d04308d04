/** The address of the voice screens: search parameters of GET /calls, and what is open in a part. */
export interface VoiceSearch {
  /** Of the calls. */
  status?: string | undefined;
  voiceAgentId?: string | undefined;
  /** The second of a call that is marked. */
  t?: number | undefined;
  /** Of a voice agent's settings. */
  section?: string | undefined;
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Reads an address. The words of `status` and `section` are the screen's to know: the first load has none of them. */
export function readVoiceSearch({ status, voiceAgentId, t, section }: Record<string, unknown>): VoiceSearch {
  return { status: text(status), voiceAgentId: text(voiceAgentId), t: typeof t === "number" ? t : undefined, section: text(section) };
}
