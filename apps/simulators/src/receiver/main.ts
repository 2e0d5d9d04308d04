import { closeOnSignal, numberSetting, printLine, setting } from "../shared/process.ts";
import { deliveryLine } from "./control-api.ts";
import { startReceiver } from "./receiver.ts";
import type { ReceiverOptions } from "./types.ts";

// The receiver as a separate process: a JSON line when it is ready, one per delivery (not with --quiet true), one at the end.

const port = numberSetting("port");
const secret = setting("secret");
const quiet = setting("quiet") === "true";
const options: ReceiverOptions = {
  ...(port !== undefined ? { port } : {}),
  ...(secret !== undefined ? { secret: secret.split(",") } : {}),
  recordDeliveries: !quiet,
  verify: setting("verify") !== "false",
  ...(quiet ? {} : { onDelivery: (delivery) => printLine(deliveryLine(delivery)) }),
};
const receiver = await startReceiver(options);
closeOnSignal(async () => {
  await receiver.close();
  printLine({ stopped: true, ...receiver.stats() });
});
printLine({ ready: true, simulator: "receiver", url: receiver.url, port: receiver.port, pid: process.pid });
