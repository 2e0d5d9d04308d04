import type { ReactNode } from "react";
// biome-ignore lint/style/noRestrictedImports: the only export without its own path; nothing else is bundled
import { RouterProvider } from "react-aria-components";
import { I18nProvider } from "react-aria-components/I18nProvider";

interface AriaProvidersProps {
  language: string;
  /** Navigates to one of our URLs: a table row, a menu item with `href`. */
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
