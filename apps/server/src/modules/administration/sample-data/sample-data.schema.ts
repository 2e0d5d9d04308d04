import { type Static, Type } from "typebox";
import { NullableText, NullableEnum } from "#platform/http/schemas.ts";
import { refusals } from "./refusal.ts";

export const SampleDataOffer = Type.Object(
  {
    command: NullableText({
      description:
        "The command that adds the sample data; run it where the installation's server runs. null: it would be refused, or this host shows an agency's brand",
    }),
    refusal: NullableEnum(refusals, { description: "Why the sample data cannot be added; null: it can" }),
  },
  { title: "SampleDataOffer" },
);
export type SampleDataOffer = Static<typeof SampleDataOffer>;
