/** Creates and changes elements; strings always become text, never HTML. */

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * Create an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props] attributes, `class`, `dataset`, and listeners such as `onclick`
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (name === "dataset") {
      Object.assign(element.dataset, value);
    } else {
      setAttr(element, name, value);
    }
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an SVG element with a drawing of the sprite.
 * @param {string} name
 * @param {string} [cls]
 * @returns {SVGSVGElement}
 */
export function icon(name, cls = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", cls);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

/** @type {Map<string, string>} */
const addresses = new Map();

/**
 * Create an image with a drawing of the sprite: much cheaper than SVG where there are many, but
 * without the colours of the page.
 * @param {string} name of a drawing that references no other
 * @param {string} cls
 * @returns {HTMLImageElement}
 */
export function picture(name, cls) {
  const src = addresses.get(name) ?? addressOf(name);
  addresses.set(name, src);
  return h("img", { class: cls, src, alt: "", decoding: "sync" });
}

/** @param {string} name */
function addressOf(name) {
  const drawing = byId(name);
  const box = drawing.getAttribute("viewBox");
  const svg = `<svg xmlns="${SVG}" viewBox="${box}">${drawing.innerHTML}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/**
 * Change the drawing of an SVG element.
 * @param {SVGSVGElement} svg
 * @param {string} name
 */
export function setIcon(svg, name) {
  const use = svg.firstElementChild;
  if (use && use.getAttribute("href") !== `#${name}`) use.setAttribute("href", `#${name}`);
}

/**
 * Set a text if it differs.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Set an attribute if it differs; null and false remove it.
 * @param {Element} element
 * @param {string} name
 * @param {string|number|boolean|null|undefined} value
 */
export function setAttr(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * The element with this id, which the page must have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
