/**
 * What is wrong with where things lie on a page: for Playwright, with the smallest target for a finger (0: a mouse),
 * and whether the page may scroll down.
 */
(touch, mayScroll = false) => {
  const SLACK = 0.6;
  const CARD = 96 / 136;
  const SHARED = 4; // in a row of 24 px a target of 44 px borrows this much from its neighbours
  const wrong = new Set();
  const root = document.documentElement;
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const sheet = document.querySelector("#over:not([hidden])"); // lies over the table, on purpose
  const scope = dialog ?? sheet ?? document.body;

  const above = function* (element) {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
      yield one;
  };
  /** Nothing moves meanwhile, so every element is asked once. */
  const once = (ask) => {
    const known = new Map();
    return (element) => known.get(element) ?? known.set(element, ask(element)).get(element);
  };
  const isSeen = once(
    (element) =>
      !element.closest(".visually-hidden, [inert], .ghosts, .skip, noscript, script, svg") &&
      element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }),
  );
  const isShortened = once((element) => {
    const { textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
    return textOverflow === "ellipsis" || webkitLineClamp !== "none" || clipPath !== "none";
  });
  const isClipped = once(
    (element) => isShortened(element) || [...above(element)].some(isShortened),
  );
  const frameOf = once((element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return { overflowX, overflowY, frame: element.getBoundingClientRect() };
  });
  const name = (element) => {
    const own = element.id
      ? `#${element.id}`
      : `${element.tagName.toLowerCase()}.${element.className}`;
    const said = element.getAttribute("aria-label") ?? element.textContent;
    return `${own} “${said.trim().slice(0, 40)}”`;
  };
  const isIn = (box, frame, slack) =>
    box.left >= frame.left - slack &&
    box.right <= frame.right + slack &&
    box.top >= frame.top - slack &&
    box.bottom <= frame.bottom + slack;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  /** A box must lie in everything that would cut it off, unless that can be scrolled. */
  const mustBeSeen = (element, box, what) => {
    for (const one of above(element)) {
      const { overflowX, overflowY, frame } = frameOf(one);
      if (/auto|scroll/.test(overflowX + overflowY)) {
        const isWide = box.left < frame.left - SLACK || box.right > frame.right + SLACK;
        if (isWide)
          wrong.add(`${what} of ${name(element)} is seen only by scrolling ${name(one)} sideways`);
        return;
      }
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (!isIn(box, frame, SLACK))
        wrong.add(`${what} of ${name(element)} is cut off by ${name(one)}`);
    }
    const seen = mayScroll ? { ...screen, top: -Infinity, bottom: Infinity } : screen;
    if (!isIn(box, seen, SLACK))
      wrong.add(`${what} of ${name(element)} lies outside of the screen`);
  };

  /** What is left of a line of words that is shortened or scrolled away. */
  const clipped = (element, box) => {
    let { left, right, top, bottom } = box;
    for (const one of [element, ...above(element)]) {
      const { overflowX, overflowY, frame } = frameOf(one);
      if (overflowX === "visible" && overflowY === "visible") continue;
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom, height: box.height };
  };

  /** What is not scrolled away of an element. */
  const seenPart = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (const one of above(element)) {
      const { overflowY, frame } = frameOf(one);
      if (!/auto|scroll/.test(overflowY)) continue;
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom };
  };

  if (!mayScroll && root.scrollHeight > innerHeight)
    wrong.add(`the page scrolls down: ${root.scrollHeight} of ${innerHeight}`);
  if (root.scrollWidth > innerWidth)
    wrong.add(`the page scrolls sideways: ${root.scrollWidth} of ${innerWidth}`);

  const controls = [...scope.querySelectorAll("button, a[href], input, select, summary")].filter(
    isSeen,
  );
  for (const control of controls) mustBeSeen(control, control.getBoundingClientRect(), "the box");

  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  /** @type {{element: Element, box: DOMRect}[]} */
  const lines = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !isSeen(element)) continue;
    range.selectNodeContents(texts.currentNode);
    for (const box of range.getClientRects()) lines.push({ element, box: clipped(element, box) });
    if (isClipped(element)) continue;
    for (const box of range.getClientRects()) mustBeSeen(element, box, "the text");
    const button = element.closest("button:not(.stack), .button");
    const isLarger =
      button && !isIn(range.getBoundingClientRect(), button.getBoundingClientRect(), 3);
    if (isLarger) wrong.add(`the text of ${name(button)} is larger than it`);
    const part = element.closest("#table > section");
    if (
      part &&
      !element.closest(".log-scroll") &&
      !isIn(range.getBoundingClientRect(), part.getBoundingClientRect(), 3)
    ) {
      if (!element.closest(".stacks")) wrong.add(`the text of ${name(element)} leaves ${part.id}`);
    }
  }

  // Words lie over no other words. Letters fill about two thirds of their line, so boxes may touch.
  const LETTERS = 0.3;
  const readable = lines.filter(
    ({ element, box }) =>
      box.right > box.left &&
      box.bottom - box.top > box.height / 2 &&
      !element.closest(
        ".table-cover, .card, .stack, .bonus-token, .herd-given, .coach, .scoring-coin, option",
      ),
  );
  readable.forEach(({ element: one, box: a }, at) => {
    for (const { element: other, box: b } of readable.slice(at + 1)) {
      if (
        one === other ||
        (mayScroll && (one.closest("#dock") !== null) !== (other.closest("#dock") !== null))
      )
        continue; // the dock is pinned
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1.5 && high > LETTERS * Math.min(a.height, b.height))
        wrong.add(
          `${name(one)} is written over ${name(other)} by ${Math.round(wide)} × ${Math.round(high)}`,
        );
    }
  });

  // Drawings are whole: nothing cuts them off, and they leave their part of the table at most where they are lifted.
  for (const drawing of scope.querySelectorAll("svg")) {
    const holder = drawing.parentElement;
    if (
      !holder ||
      !isSeen(holder) ||
      drawing.closest(".art, .hero-scene, .mini, .ghosts") ||
      getComputedStyle(drawing).display === "none"
    )
      continue;
    const box = drawing.getBoundingClientRect();
    if (box.width && box.height) mustBeSeen(drawing, box, "the drawing");
    const isCard = /^#(face-|back)/.test(drawing.querySelector("use")?.getAttribute("href") ?? "");
    const cropped = 1 - Math.min(box.width / box.height / CARD, CARD / (box.width / box.height));
    if (isCard && box.width && cropped > 0.12)
      wrong.add(`the card of ${name(holder)} is cropped by ${Math.round(100 * cropped)} %`);
  }

  // Nothing is drawn over words: neither bars nor drawings.
  for (const drawing of scope.querySelectorAll(
    ".rail, .portrait, .seals, .scoring-seals, .over-seal",
  )) {
    if (!isSeen(drawing)) continue;
    const a = drawing.getBoundingClientRect();
    for (const { element, box: b } of readable) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1.5 && high > 3)
        wrong.add(
          `${name(drawing)} is drawn over ${name(element)} by ${Math.round(wide)} × ${Math.round(high)}`,
        );
    }
  }

  for (const element of scope.querySelectorAll(":not(svg, svg *)")) {
    if (!isSeen(element) || isShortened(element)) continue;
    if (!/hidden|clip/.test(getComputedStyle(element).overflowX)) continue;
    if (element.scrollWidth > element.clientWidth + 1)
      wrong.add(`${name(element)} overflows: ${element.scrollWidth} of ${element.clientWidth}`);
  }

  const still = controls.filter((control) => control.getAttribute("aria-pressed") !== "true"); // picked cards are lifted
  const boxes = still.map((control) => ({ control, box: seenPart(control) }));
  boxes.forEach(({ control: one, box: a }, at) => {
    for (const { control: other, box: b } of boxes.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > SHARED && high > SHARED)
        wrong.add(
          `${name(one)} lies over ${name(other)} by ${Math.round(wide)} × ${Math.round(high)}`,
        );
    }
  });

  if (!dialog && !sheet) {
    const mine = document.querySelector("#status.is-mine .turn");
    if (mine && (mine.scrollWidth > mine.clientWidth || mine.scrollHeight > mine.clientHeight + 3))
      wrong.add("whose turn it is is cut");
    const [words, standings] = [
      document.querySelector("#status .round-line"),
      document.querySelector("#status .standings"),
    ];
    const [a, b] = [words, standings].map((one) => one?.getBoundingClientRect());
    const isOver =
      a &&
      b &&
      a.width &&
      a.right > b.left &&
      a.left < b.right &&
      a.bottom > b.top &&
      a.top < b.bottom;
    if (isOver) wrong.add("the number of the round lies under the standings");
  }

  for (const control of touch ? controls : []) {
    if (control.matches("a:not(.button)") && control.closest("p, dd, li")) continue; // a link in a sentence
    const target = control.matches("[type=radio], [type=checkbox]")
      ? (control.closest("label") ?? control)
      : control;
    let { width, height } = target.getBoundingClientRect();
    const around = getComputedStyle(control, "::after");
    if (around.content !== "none" && around.position === "absolute") {
      width = Math.max(width, parseFloat(around.width) || 0);
      height = Math.max(height, parseFloat(around.height) || 0);
    }
    if (Math.min(width, height) < touch - 0.5)
      wrong.add(
        `${name(control)} is small for a finger: ${Math.round(width)} × ${Math.round(height)}`,
      );
  }
  return [...wrong];
};
