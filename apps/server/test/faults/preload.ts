/**
 * Loaded into server processes of these tests by `--import`. Ends the process when the test that started it is gone, and shifts the
 * process's clock: by SHIFT_MS from the start, and by a message `{ shiftMs }` while it runs, as an operator or an NTP step does. The
 * monotonic clock is not shifted, as on a real machine. ENDS_AT kills the process, as a runtime bug would, when it first parses a JSON text
 * containing that word.
 */
// By force: process.exit() once hung in a server whose test had been killed; the cause was not found.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

const RealDate = Date;
let shiftMs = Number(process.env["SHIFT_MS"] ?? "0");

process.on("message", (message: { shiftMs?: number }) => {
  if (message.shiftMs !== undefined) shiftMs = message.shiftMs;
});
// The listeners above keep the channel open; it must not keep the process alive.
process.channel?.unref();

const endsAt = process.env["ENDS_AT"];
if (endsAt !== undefined) {
  const { parse } = JSON;
  JSON.parse = (text: string, ...rest) => {
    if (String(text).includes(endsAt)) process.kill(process.pid, "SIGKILL");
    return parse(text, ...rest);
  };
}

class MovedDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + shiftMs] : given) as [number]));
  }
  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}
globalThis.Date = MovedDate as DateConstructor;
