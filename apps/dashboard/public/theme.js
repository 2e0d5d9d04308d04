// Runs before the first paint, so that a dark dashboard does not flash white. src/shell/appearance.ts writes what it reads.
(() => {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("appearance") ?? "{}");
  } catch {
    // A browser without storage, or text from something else: the system's theme is used.
  }
  const dark = kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  if (kept.density === "compact") root.dataset.density = "compact";
  if (typeof kept.language === "string") root.lang = kept.language;
  if (kept.language === "ar") root.dir = "rtl";
  if (kept.rail === "closed") root.dataset.rail = "closed";
})();
