import type { Json } from "./json.ts";

/** A part of the document that may occur in several places, with its possible names, best first. */
export interface Named {
  names: string[];
  value: Json;
}

/** A place for a part, filled in once all are known. */
interface NamedPlace extends Named {
  put(part: Json): void;
}

/**
 * Parts of one kind (responses, parameters). A part that occurs in several places becomes a component and is
 * referenced; one that occurs once is written inline.
 */
export class SharedParts {
  private readonly places: NamedPlace[] = [];
  private readonly section: string;

  constructor(section: string) {
    this.section = section;
  }

  add(part: Named, put: (part: Json) => void): void {
    this.places.push({ ...part, put });
  }

  /**
   * Writes all parts to their places, and returns the components. If several parts share a name, the most frequent one
   * gets it.
   */
  settle(): Record<string, Json> {
    const byText = new Map<string, NamedPlace[]>();
    for (const place of this.places) {
      const text = JSON.stringify(place.value);
      const same = byText.get(text);
      if (same === undefined) byText.set(text, [place]);
      else same.push(place);
    }
    const components: Record<string, Json> = {};
    // Stable sort: among equally frequent ones the first wins.
    for (const same of [...byText.values()].sort((a, b) => b.length - a.length)) {
      const [first] = same as [NamedPlace, ...NamedPlace[]];
      if (same.length === 1) {
        first.put(first.value);
        continue;
      }
      const name = first.names.find((wanted) => !Object.hasOwn(components, wanted));
      if (name === undefined) throw new Error(`no name is left for a part of ${this.section}: ${first.names.join(", ")}`);
      components[name] = first.value;
      for (const place of same) place.put({ $ref: `#/components/${this.section}/${name}` });
    }
    return components;
  }
}
