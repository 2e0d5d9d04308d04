export type { PhoneBackend, PhoneInput } from "./backend.ts";
export { ShiftableClock } from "./clock.ts";
export { FICTIONAL_PEOPLE } from "./people.ts";
export { Recent } from "./recent.ts";
export { type Phone, servePhone } from "./router.ts";
export { SAMPLES, sampleOf } from "./samples.ts";
export { Swaps } from "./swap.ts";
export { type SeenMessage, Transcripts } from "./transcript.ts";
export type * from "./types.ts";
