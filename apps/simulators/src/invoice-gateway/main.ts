import { closeOnSignal, numberSetting, printLine, setting } from "../shared/process.ts";
import { startInvoiceGateway } from "./gateway.ts";

// The gateway as a separate process: `--port --secret-key --callback-token --callback-url`; prints a JSON line when it is ready.

const port = numberSetting("port");
const callbackUrl = setting("callback-url");
const gateway = await startInvoiceGateway({
  ...(port === undefined ? {} : { port }),
  secretKey: setting("secret-key") ?? "xnd_development_secret",
  callbackToken: setting("callback-token") ?? "callback-token",
  ...(callbackUrl === undefined ? {} : { callbackUrl }),
});
closeOnSignal(() => gateway.close());
printLine({ ready: true, simulator: "invoice-gateway", url: gateway.url, port: gateway.port, pid: process.pid });
