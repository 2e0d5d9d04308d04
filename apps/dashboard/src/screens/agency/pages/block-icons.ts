import { CircleHelp, ClipboardList, Heading1, Image, LayoutGrid, type LucideIcon, MousePointerClick, Type } from "lucide-react";
import type { BlockType } from "./blocks.ts";

export const blockIcons: Readonly<Record<BlockType, LucideIcon>> = {
  hero: Heading1,
  text: Type,
  features: LayoutGrid,
  image: Image,
  faq: CircleHelp,
  form: ClipboardList,
  cta: MousePointerClick,
};
