import { createContext, type ReactNode, use } from "react";

/** What a message's tools need of the thread that it stands in. */
export interface ThreadContext {
  conversationId: string;
  /** The message that the next reply answers. */
  onQuote(messageId: string): void;
  /** What may be answered to a customer's message by a sign alone; null: nothing, now or on this channel. */
  reactions: readonly string[] | null;
  /** Ours, as reactions name it. */
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
