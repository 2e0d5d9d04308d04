export { startReceiver } from "./receiver.ts";
export type { Answer, Delivery, Receiver, ReceiverOptions, ReceiverStats, Verdict } from "./types.ts";
