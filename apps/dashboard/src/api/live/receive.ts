/** How a page handles the line's messages. */
import type { PresenceChange } from "@parley/sdk";
import type { HubMessage } from "./hub.ts";
import type { Line } from "./line.ts";
import type { Live } from "./live.ts";

export interface ReceiverDeps {
  live: Live;
  identity: string;
  line(line: Line): void;
  presence(change: PresenceChange): void;
  /** The line is open: for the first time, or again. */
  opened(): void;
  /** Asks the server whether the browser's session still belongs to this page's user. */
  isSame(): Promise<boolean>;
  signedOut(): void;
  /** The browser's session belongs to another user or organization. */
  changed(): void;
}

export function createReceiver(deps: ReceiverDeps): (message: HubMessage) => void {
  let opened = false;

  function lineChanged(line: Line): void {
    deps.line(line);
    if (line.state !== "live") return;
    // Data fetched before the line was open may have changed without an event.
    if (!opened) deps.live.reset();
    opened = true;
    deps.live.hurry();
    deps.opened();
  }

  async function lost(): Promise<void> {
    // Events may be lost because the session belongs to another organization.
    if (await deps.isSame()) deps.live.reset();
    else deps.changed();
  }

  return (message) => {
    switch (message.kind) {
      case "event":
        return deps.live.event(message.event);
      case "presence":
        return deps.presence(message.presence);
      case "line":
        return lineChanged(message.line);
      case "reset":
        return void lost();
      case "ended":
        return deps.signedOut();
      case "identity":
        return message.identity === deps.identity ? undefined : deps.changed();
    }
  };
}
