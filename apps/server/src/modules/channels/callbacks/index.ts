import { createInboundQueue } from "./inbound.queue.ts";
import { createCallbackReceiver, type ReceiveDeps } from "./callbacks.receive.ts";
import { createFailedInbound } from "./failed-inbound.ts";
import { createInboundProcessor, type ProcessDeps } from "./callbacks.process.ts";

/** Platforms' callbacks: received and stored by an API process, processed by a worker. */
export function createCallbacksModule(
  deps: Omit<ReceiveDeps, "canTake" | "take"> & Omit<ProcessDeps, "unstored"> & { processHere: boolean },
) {
  const processor = createInboundProcessor({ ...deps, unstored: () => receiver.unstored() });
  const receiver = createCallbackReceiver({
    ...deps,
    canTake: () => deps.processHere && processor.canTake(),
    take: processor.take,
  });
  return {
    receiver,
    loops: processor.loops,
    idle: processor.idle,
    failed: createFailedInbound(deps),
    queues: [createInboundQueue(deps.database)],
  };
}
