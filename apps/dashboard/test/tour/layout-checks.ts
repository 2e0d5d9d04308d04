/** Checks of a page besides axe. They run in the page. */

/** Resolves when the page is complete: no skeletons, images and fonts loaded, no DOM change for some frames. Returns why not, or null. */
export async function waitUntilStable(): Promise<string | null> {
  const framesStill = 6;
  const framesMax = 600;
  let changed = "";
  let frames = 0;
  const observer = new MutationObserver(([first]) => {
    frames = 0;
    const at = first?.target;
    changed = at instanceof Element ? at.className.toString() || at.tagName : (at?.textContent ?? "");
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  await document.fonts.ready;
  const waits = () => {
    if (document.querySelector(".skeleton") !== null) return "a skeleton is left";
    const loading = [...document.images].find(({ complete, loading }) => !complete && loading !== "lazy");
    return loading === undefined ? null : `${loading.src} is not loaded`;
  };
  for (let all = 0; all < framesMax && (frames < framesStill || waits() !== null); all++) {
    await new Promise((next) => requestAnimationFrame(next));
    frames++;
  }
  observer.disconnect();
  return waits() ?? (frames < framesStill ? `it goes on changing: ${changed}` : null);
}

/** Horizontal overflow of the page and of its elements. `mayScroll`: a selector of elements that may scroll horizontally. */
export function overflowing(mayScroll: string): string[] {
  const found: string[] = [];
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join(".")} "${(element.textContent ?? "").trim().slice(0, 40)}"`;
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) found.push(`the page scrolls horizontally by ${root.scrollWidth - root.clientWidth}`);
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    if (element.clientWidth === 0 || element.closest(".sr-only, .skip, [hidden], svg") !== null || element.matches(mayScroll)) continue;
    const style = getComputedStyle(element);
    if (style.visibility === "hidden") continue;
    const over = element.scrollWidth - element.clientWidth;
    if (over > 1 && (style.overflowX === "auto" || style.overflowX === "scroll"))
      found.push(`scrolls horizontally by ${over}: ${nameOf(element)}`);
    if (over > 1 && element.matches("button, a, .chip, .pill") && style.overflowX === "visible" && style.display !== "inline")
      found.push(`is wider than its box by ${over}: ${nameOf(element)}`);
    const ownText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "");
    if (!ownText || element.closest(mayScroll) !== null) continue;
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width > 1 && height > 1 && (left < -1 || right > root.clientWidth + 1)) found.push(`is outside the screen: ${nameOf(element)}`);
  }
  return [...new Set(found)];
}

/** Which of these texts the page shows, or has as an accessible name. */
export function shownOf(texts: string[]): string[] {
  const wanted = new Set(texts);
  const shown = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = (walker.currentNode.textContent ?? "").trim();
    if (wanted.has(text) && walker.currentNode.parentElement?.closest("bdi, option, code, [lang], script, style") === null) shown.add(text);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]"))
    for (const attribute of ["aria-label", "placeholder", "title"]) {
      const text = element.getAttribute(attribute) ?? "";
      if (wanted.has(text)) shown.add(text);
    }
  return [...shown];
}
