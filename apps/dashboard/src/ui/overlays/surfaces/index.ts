/** What is over the page: fetched when it is first wanted (overlays/opening.tsx). */
export { MenuHeading, MenuLine, MenuRule, MenuSubmenu, MenuSurface } from "./MenuSurface.tsx";
export { ModalSurface } from "./ModalSurface.tsx";
export { PopoverSurface } from "./PopoverSurface.tsx";
export { TooltipSurface } from "./TooltipSurface.tsx";
