import { createContext, type ReactNode, use } from "react";

/** What a message's tools need from its thread. */
export interface ThreadContext {
  conversationId: string;
  /** The message that the next reply quotes; null: none can, now or on this channel. */
  onQuote: ((messageId: string) => void) | null;
  /** The possible reactions to a customer's message; null: none, now or on this channel. */
  reactions: readonly string[] | null;
  /** Our address in reactions. */
  ownAddress: string | null;
}

const Context = createContext<ThreadContext | null>(null);

export function ThreadProvider({ value, children }: { value: ThreadContext; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function useThreadContext(): ThreadContext {
  const value = use(Context);
  if (value === null) throw new Error("there is no thread above");
  return value;
}
