import type { Json } from "./json.ts";

/** A part of the document that may stand in several places: what to call it then, best first. */
export interface Named {
  names: string[];
  value: Json;
}

/** Places that hold a part, as it is written into them when all are known. */
interface Place extends Named {
  put(part: Json): void;
}

/**
 * Parts of one kind (responses, parameters). What stands in more than one place becomes a component and is referred to; what stands in one is written there.
 */
export class SharedParts {
  private readonly places: Place[] = [];
  private readonly section: string;

  constructor(section: string) {
    this.section = section;
  }

  add(part: Named, put: (part: Json) => void): void {
    this.places.push({ ...part, put });
  }

  /** Writes all parts to their places, and answers the components. Of parts that want one name the one that stands in most places gets it. */
  settle(): Record<string, Json> {
    const byText = new Map<string, Place[]>();
    for (const place of this.places) {
      const text = JSON.stringify(place.value);
      const same = byText.get(text);
      if (same === undefined) byText.set(text, [place]);
      else same.push(place);
    }
    const components: Record<string, Json> = {};
    // Stable: of equally many the first.
    for (const same of [...byText.values()].sort((a, b) => b.length - a.length)) {
      const [first] = same as [Place, ...Place[]];
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
