import { callbackUnreadable } from "../errors.ts";
import { parseJsonKeepingDigits } from "../json.ts";
import { asObject, cleanJson, listAt, listOf, own } from "../read/read.ts";

/** The entries of one verified body. Throws only when the whole body is not this product's. A body wrapped in a list is unwrapped. */
export function entriesOf(rawBody: Buffer, product: string): unknown[] {
  const bodies = listOf(parseBody(rawBody)).filter((part) => asObject(part) !== undefined);
  if (bodies.length === 0) throw callbackUnreadable("the body is not a JSON object");
  return bodies.flatMap((body) => {
    const named = own(body, "object");
    if (typeof named === "string" && named !== product) {
      throw callbackUnreadable(`the body is of another product: ${named.slice(0, 60)}`);
    }
    return listAt(body, "entry");
  });
}

function parseBody(rawBody: Buffer): unknown {
  try {
    // Cleaned once, here, so that the same text is stored, hashed and read later.
    return cleanJson(parseJsonKeepingDigits(rawBody.toString("utf8")));
  } catch {
    throw callbackUnreadable("the body is not JSON");
  }
}
