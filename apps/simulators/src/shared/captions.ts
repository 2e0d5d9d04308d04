/** What is said in a call, for a page that shows it: the simulated voice contains no words. */
export interface Caption {
  from: "caller" | "agent";
  text: string;
}

type Listener = (caption: Caption) => void;

/** Shared by the simulators of one process. A call is identified by its answer, which both of them have seen. */
export class Captions {
  readonly #listeners = new Map<string, Set<Listener>>();

  say(answer: string, caption: Caption): void {
    for (const listener of this.#listeners.get(nameOf(answer)) ?? []) listener(caption);
  }

  /** The returned function unsubscribes. */
  listen(answer: string, listener: Listener): () => void {
    const name = nameOf(answer);
    const listeners = this.#listeners.get(name) ?? new Set<Listener>();
    this.#listeners.set(name, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(name);
    };
  }
}

const nameOf = (answer: string): string => /^a=ice-pwd:(\S+)/m.exec(answer)?.[1] ?? "";
