/** The overlays: loaded when the first one is opened (overlays/opening.tsx). */
export { MenuHeading, MenuLine, MenuRule, MenuSubmenu, MenuSurface } from "./MenuSurface.tsx";
export { ModalSurface } from "./ModalSurface.tsx";
export { PopoverSurface } from "./PopoverSurface.tsx";
export { TooltipSurface } from "./TooltipSurface.tsx";
