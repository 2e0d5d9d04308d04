import { CircleAlert } from "lucide-react";

/** Why it failed, above the pressed button. */
export function Problem({ text }: { text: string }) {
  return (
    <div className="notice bad" role="alert">
      <CircleAlert className="icon" aria-hidden />
      <span>{text}</span>
    </div>
  );
}
