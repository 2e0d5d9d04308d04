import type { Branding } from "@parley/sdk";
import { useAppearance } from "../shell/appearance.ts";

/** The logo of the host's brand if it has one, otherwise our glyph, with the name. */
export function BrandMark({ branding }: { branding: Branding | undefined }) {
  useAppearance();
  const dark = document.documentElement.dataset["theme"] === "dark";
  const logoUrl = dark ? (branding?.logoDarkUrl ?? branding?.logoLightUrl) : branding?.logoLightUrl;
  return (
    <>
      {logoUrl == null ? (
        <span className="logo" aria-hidden>
          <LogoGlyph />
        </span>
      ) : (
        <img className="h-7 w-auto" src={logoUrl} alt="" />
      )}
      <b className="text-16">
        <bdi>{branding?.name}</bdi>
      </b>
    </>
  );
}

export function LogoGlyph() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 12a8 8 0 1 1 8 8H5l1.6-2.2" />
      <path d="M9 12h.01M12 12h.01M15 12h.01" />
    </svg>
  );
}
