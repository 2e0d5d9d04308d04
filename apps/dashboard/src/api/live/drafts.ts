/** Typed and unsent text, by its place: `conversation/ID/reply`, `form/new-ticket`. It survives leaving and reloading the page. */

export interface Draft {
  /** The owner, then the place. */
  name: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface DraftStore {
  all(): Promise<Draft[]>;
  put(draft: Draft): Promise<void>;
  delete(name: string): Promise<void>;
}

export interface Drafts {
  /** Resolves when the stored drafts are loaded. */
  loaded: Promise<void>;
  get(place: string): string;
  set(place: string, text: string): void;
  onChange(listener: () => void): () => void;
  /** Another page has written drafts. */
  reload(): Promise<void>;
  /** Typed text that is not stored yet, for synchronous storage when the page ends. */
  unwritten(): Record<string, string>;
  /** Stores what is waiting. */
  flush(): Promise<void>;
}

const writeMs = 300;
const keptMs = 30 * 86_400_000;

export function createDrafts(deps: { owner: string; store: DraftStore; notifyPages(): void; now(): number }): Drafts {
  const texts = new Map<string, string>();
  const listeners = new Set<() => void>();
  const dirty = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const nameOf = (place: string) => `${deps.owner} ${place}`;

  function changed(): void {
    for (const each of [...listeners]) each();
  }

  async function reload(): Promise<void> {
    const kept = await deps.store.all();
    const mine = nameOf("");
    const found = new Map<string, string>();
    for (const { name, text, at } of kept) {
      if (deps.now() - at > keptMs) await deps.store.delete(name);
      else if (name.startsWith(mine)) found.set(name.slice(mine.length), text);
    }
    for (const place of [...texts.keys()]) if (!found.has(place) && !dirty.has(place)) texts.delete(place);
    for (const [place, text] of found) if (!dirty.has(place)) texts.set(place, text);
    changed();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const places = [...dirty];
    dirty.clear();
    if (places.length === 0) return;
    await Promise.all(
      places.map((place) => {
        const text = texts.get(place);
        return text === undefined ? deps.store.delete(nameOf(place)) : deps.store.put({ name: nameOf(place), text, at: deps.now() });
      }),
    );
    deps.notifyPages();
  }

  return {
    loaded: reload(),
    get: (place) => texts.get(place) ?? "",
    set(place, text) {
      if ((texts.get(place) ?? "") === text) return;
      if (text === "") texts.delete(place);
      else texts.set(place, text);
      dirty.add(place);
      timer ??= setTimeout(() => void flush(), writeMs);
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload,
    unwritten: () => Object.fromEntries([...dirty].map((place) => [place, texts.get(place) ?? ""])),
    flush,
  };
}
