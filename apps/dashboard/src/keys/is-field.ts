/** Elements that Space presses, checks, opens or plays natively. */
const pressedBySpace = "button, summary, audio, video, input:is([type=checkbox], [type=radio], [type=button], [type=submit])";

export function isPressedBySpace(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(pressedBySpace);
}

/** Whether typed keys enter text there. */
export function isField(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (element?.isContentEditable === true) return true;
  if (element?.tagName === "TEXTAREA" || element?.tagName === "SELECT") return true;
  return element?.tagName === "INPUT" && !/^(?:checkbox|radio|button|submit|range)$/.test((element as HTMLInputElement).type);
}
