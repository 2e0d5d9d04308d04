/** Races between the provider and us. */
const benign = new Set(["response_cancel_not_active", "conversation_already_has_active_response", "input_audio_buffer_commit_empty"]);

/** "Audio content of 3700ms is already shorter than 3760ms": a truncation beyond the end of the audio, so the item was heard in full. */
const shorter = /^Audio content of (\d{1,9})ms is already shorter than/;

/** Errors of the realtime provider that need no reaction. */
export const isBenign = ({ code, message }: { code: string; message: string }): boolean => benign.has(code) || shorter.test(message);
