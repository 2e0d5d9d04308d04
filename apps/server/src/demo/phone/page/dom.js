/** Builds elements. `on` holds listeners; a prop that is null, undefined or false is omitted; true is an empty attribute. */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown> & { on?: Record<string, (event: Event) => void> }} [props]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") for (const [type, listener] of Object.entries(props.on ?? {})) element.addEventListener(type, listener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * An element of index.html.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`index.html has no #${id}`);
  return /** @type {T} */ (element);
}

/** @type {Record<string, string>} */
const paths = {
  attach: "M12 5v14M5 12h14",
  send: "M4 12l16-7-5 7 5 7z",
  controls: "M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6",
  close: "M6 6l12 12M18 6L6 18",
  more: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM9 10v.5M15 10v.5M8.5 14a4.5 4.5 0 0 0 7 0",
  reply: "M9 7l-5 5 5 5M4 12h9a7 7 0 0 1 7 7",
  document: "M7 3h7l5 5v13H7zM14 3v5h5",
  location: "M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 12.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5v.01",
  video: "M4 6h11v12H4zM15 10.5l5-3v9l-5-3z",
  audio: "M12 4a3 3 0 0 1 3 3v4a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v3",
  sticker: "M5 5h14v8l-6 6H5zM13 19v-6h6",
  story: "M12 4a8 8 0 1 1-7.4 5M12 9v6M9 12h6M5.2 6.2l.1.1",
  post: "M5 4h14v16H5zM5 14h14M8 17h6",
  heart: "M12 20s-7-4.6-7-10a4 4 0 0 1 7-2.6A4 4 0 0 1 19 10c0 5.4-7 10-7 10z",
  phone: "M8 3h8v18H8zM11 18h2",
  call: "M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2",
  muted:
    "M3 3l18 18M9 5a3 3 0 0 1 6 0v5a3 3 0 0 1-.1.9M12.9 12.9A3 3 0 0 1 9 10V9M5 10a7 7 0 0 0 10.9 5.8M17.8 13.8A7 7 0 0 0 19 10M12 17v4",
  contact: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0",
  one: "M5 12.5l4.5 4.5L19 7.5",
  two: "M2 12.5l4.5 4.5L16 7.5M11.5 17L21 7.5",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l2.5 2",
  warning: "M12 4l9 16H3zM12 10v4M12 17v.01",
};

/**
 * @param {string} name
 * @param {string} [label] for screen readers; without one it is decoration
 */
export function icon(name, label) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `glyph glyph-${name}`);
  if (label === undefined) svg.setAttribute("aria-hidden", "true");
  else {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  }
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", paths[name] ?? "");
  svg.append(path);
  return svg;
}

/**
 * Puts these children into the parent in this order, moving and removing only what is not in its place.
 * @param {Element} parent
 * @param {Element[]} wanted
 */
export function arrange(parent, wanted) {
  let at = parent.firstElementChild;
  for (const child of wanted) {
    if (child === at) at = at.nextElementSibling;
    else parent.insertBefore(child, at);
  }
  while (at !== null) {
    const next = at.nextElementSibling;
    at.remove();
    at = next;
  }
}

/** @param {string} name */
export function avatar(name) {
  const words = name.trim().split(/\s+/u);
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word === undefined ? "" : (Array.from(word)[0] ?? ""),
  );
  let hue = 0;
  for (const letter of name) hue = (hue * 19 + (letter.codePointAt(0) ?? 0)) % 997;
  // Letters of cursive scripts would join; a zero-width non-joiner keeps them apart.
  return h("span", { class: `avatar hue-${hue % 8}`, "aria-hidden": "true" }, initials.join("\u200c").toUpperCase());
}
