/** What a page does with what the line tells it. */
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
  /** Asks the server whether the browser's session is still that of this page. */
  isSame(): Promise<boolean>;
  signedOut(): void;
  /** The browser's session belongs to somebody else, or to another organization. */
  changed(): void;
}

export function createReceiver(deps: ReceiverDeps): (message: HubMessage) => void {
  let opened = false;

  function heard(line: Line): void {
    deps.line(line);
    if (line.state !== "live") return;
    // What was asked for before the line stood may have changed without a word.
    if (!opened) deps.live.reset();
    opened = true;
    deps.live.hurry();
    deps.opened();
  }

  async function lost(): Promise<void> {
    // Lost events may be lost because they are another organization's.
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
        return heard(message.line);
      case "reset":
        return void lost();
      case "ended":
        return deps.signedOut();
      case "identity":
        return message.identity === deps.identity ? undefined : deps.changed();
    }
  };
}
