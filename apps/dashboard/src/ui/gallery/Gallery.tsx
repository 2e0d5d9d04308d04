/**
 * Every component in every state, for developers and for the axe test. `?theme=dark`, `?dir=rtl`, `?density=compact`; `?part=fields` shows
 * one part. Its texts are examples and not in any catalogue.
 */
import { useEffect } from "react";
import { useSearch } from "@tanstack/react-router";
import { I18nProvider as AriaI18nProvider } from "react-aria-components/I18nProvider";
import { I18nProvider, useI18n } from "../../i18n/i18n.tsx";
import { listenForShortcuts } from "../../keys/shortcuts.ts";
import { ButtonsPart } from "./ButtonsPart.tsx";
import { FieldsPart } from "./FieldsPart.tsx";
import { ListsPart } from "./ListsPart.tsx";
import { OverlaysPart } from "./OverlaysPart.tsx";
import { ShownPart } from "./ShownPart.tsx";

const parts = { buttons: ButtonsPart, overlays: OverlaysPart, fields: FieldsPart, lists: ListsPart, shown: ShownPart } as const;

export interface GallerySearch {
  theme?: string;
  dir?: string;
  density?: string;
  part?: string;
}

export function Gallery() {
  const { theme, dir, density, part } = useSearch({ from: "/gallery" });
  useEffect(() => {
    const root = document.documentElement;
    if (theme !== undefined) root.dataset["theme"] = theme;
    if (density !== undefined) root.dataset["density"] = density;
    if (dir !== undefined) root.dir = dir;
    document.title = "Gallery";
  }, [theme, dir, density]);
  useEffect(() => listenForShortcuts(() => ({ remapped: {}, singleKeys: true })), []);
  const shown = Object.entries(parts).filter(([name]) => part === undefined || part === name);
  const i18n = useI18n();
  const page = (
    <main className="h-dvh scroll bg-surface">
      <header className="head">
        <h1>Gallery</h1>
      </header>
      {shown.map(([name, Part]) => (
        <div key={name} className="grid grid-cols-1 gap-3 p-4 narrow:grid-cols-2 wide:grid-cols-3">
          <Part />
        </div>
      ))}
    </main>
  );
  // English in the other direction: the layout of an Arabic page without its texts.
  return dir === "rtl" ? (
    <I18nProvider i18n={{ ...i18n, dir: "rtl" }}>
      <AriaI18nProvider locale="en-Arab">{page}</AriaI18nProvider>
    </I18nProvider>
  ) : (
    page
  );
}
