import type { ReactNode } from "react";
// biome-ignore lint/style/noRestrictedImports: the one thing without a path of its own; only it is taken into the page
import { RouterProvider } from "react-aria-components";
import { I18nProvider } from "react-aria-components/I18nProvider";

interface AriaProvidersProps {
  language: string;
  /** Navigates to an address of ours: a row of a table, an item of a menu with `href`. */
  navigate: (href: string) => void;
  children: ReactNode;
}

/** The language and the router for all components. */
export function AriaProviders({ language, navigate, children }: AriaProvidersProps) {
  return (
    <I18nProvider locale={language}>
      <RouterProvider navigate={navigate}>{children}</RouterProvider>
    </I18nProvider>
  );
}
