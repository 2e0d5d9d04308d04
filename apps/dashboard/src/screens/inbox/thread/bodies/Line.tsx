import type { LucideIcon } from "lucide-react";

export function Line({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <span className="flex items-center gap-1.5 text-12 text-text-2">
      <Icon className="icon icon-14" aria-hidden />
      {text}
    </span>
  );
}
