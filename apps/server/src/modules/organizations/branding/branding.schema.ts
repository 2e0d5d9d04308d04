import { type Static, Type } from "typebox";
import { NullableText, NullableTimestamp } from "#platform/http/schemas.ts";

const hex = { pattern: "^#[0-9A-Fa-f]{6}$" };
const https = { maxLength: 500, pattern: "^https://[^\\s]+$" };
const fileUrl = (of: string) => NullableText({ description: `Public path of the ${of}; null: none` });

const Colors = Type.Object(
  {
    primary: Type.String({ ...hex, description: "For buttons" }),
    onPrimary: Type.String({ ...hex, description: "Text colour on primary" }),
    accent: Type.String({ ...hex, description: "For links and focus" }),
    background: Type.String({ ...hex, description: "Page background in light mode; dark mode has its own" }),
  },
  { title: "BrandColors", description: "Lower case #rrggbb" },
);

const shown = {
  supportEmail: NullableText({ description: "Address for support" }),
  termsUrl: NullableText(),
  privacyUrl: NullableText(),
  imprintUrl: NullableText(),
};

export const BrandKit = Type.Object(
  {
    name: NullableText({ description: "null: no brand kit is set, and the product's own branding is shown" }),
    logoLightMediaId: NullableText({ description: "For light backgrounds" }),
    logoLightUrl: fileUrl("logo"),
    logoDarkMediaId: NullableText({ description: "For dark backgrounds" }),
    logoDarkUrl: fileUrl("logo"),
    faviconMediaId: NullableText(),
    faviconUrl: fileUrl("icon"),
    colors: Colors,
    ...shown,
    updatedAt: NullableTimestamp(),
  },
  { title: "BrandKit" },
);
export type BrandKit = Static<typeof BrandKit>;

const mediaId = (what: string) => Type.Optional(NullableText({ maxLength: 100, description: what }));
const url = Type.Optional(NullableText(https));

export const PutBrandKit = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    logoLightMediaId: mediaId("PNG, JPEG, WebP or GIF, at most 1 MiB"),
    logoDarkMediaId: mediaId("As logoLightMediaId; without it, the light logo is shown on a light plate"),
    faviconMediaId: mediaId("PNG, WebP or GIF, at most 256 KiB"),
    colors: Type.Optional(
      Type.Object({
        primary: Type.Optional(Type.String(hex)),
        onPrimary: Type.Optional(Type.String({ ...hex, description: "Default: black or white, whichever is more legible" })),
        accent: Type.Optional(Type.String({ ...hex, description: "Default: primary, darkened until it is legible" })),
        background: Type.Optional(Type.String(hex)),
      }),
    ),
    supportEmail: Type.Optional(NullableText({ maxLength: 320 })),
    termsUrl: url,
    privacyUrl: url,
    imprintUrl: url,
  },
  { title: "PutBrandKit", description: "Replaces the whole kit: omitted fields are reset" },
);
export type PutBrandKit = Static<typeof PutBrandKit>;

export const Branding = Type.Object(
  {
    name: Type.String(),
    logoLightUrl: fileUrl("logo on light backgrounds"),
    logoDarkUrl: fileUrl("logo on dark backgrounds"),
    faviconUrl: fileUrl("icon"),
    colors: Colors,
    ...shown,
  },
  { title: "Branding", description: "The branding of this host only" },
);
export type Branding = Static<typeof Branding>;
