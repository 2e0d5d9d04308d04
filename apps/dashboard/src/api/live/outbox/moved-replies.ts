/** Tells the tab in which a reply was typed that the server put it into another conversation, and whether that tab has shown it. */
import { type MovedReply, notify } from "../../notifications/notices.ts";

/** That tab has shown where the reply went. */
export interface Heard {
  /** The message's id. */
  heard: string;
}

export interface MovedReplies {
  /** What another tab of this browser has posted. */
  receive(message: MovedReply | Heard): void;
  isHeard(messageId: string): boolean;
}

/** `tab`: this one's id. `post`: to the other tabs. */
export function createMovedReplies(tab: () => string, post: (message: Heard) => void): MovedReplies {
  /** Shown here, or about to be. */
  const shown = new Set<string>();
  const heard = new Set<string>();
  return {
    receive(message) {
      if ("heard" in message) {
        heard.add(message.heard);
        return;
      }
      const { id } = message.message;
      if (message.tab !== tab() || shown.has(id)) return;
      shown.add(id);
      // Not shown before the shell listens: it will be told again.
      void notify(message).then((isShown) => (isShown ? post({ heard: id }) : shown.delete(id)));
    },
    isHeard: (messageId) => heard.has(messageId),
  };
}
