let isPressed = false;
for (const type of ["pointerdown", "pointerup", "pointercancel"])
  document.addEventListener(type, () => (isPressed = type === "pointerdown"), { capture: true });

/**
 * Runs at once, or when the button or finger that is down is released: what disappears when it loses the focus must not move away what is
 * being pressed, which would get no click.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) return run();
  const released = new AbortController();
  for (const type of ["pointerup", "pointercancel"])
    document.addEventListener(
      type,
      () => {
        released.abort();
        // After its click.
        setTimeout(run);
      },
      { capture: true, signal: released.signal },
    );
}
