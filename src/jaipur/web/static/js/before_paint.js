/** Runs before the first paint: sets the theme, the visible height and the layouts that fit. */
(() => {
  /** Layouts of the style sheets and their conditions: width and height in pixels at a font size of 16 pixels. */
  const LAYOUTS = /** @type {[string, (width: number, height: number) => boolean][]} */ ([
    ["large", (width, height) => width >= 1440 && height >= 680],
    ["larger", (width, height) => width >= 1640 && height >= 780],
    ["largest", (width, height) => width >= 1900 && height >= 880],
    ["without-log", (width) => width < 1276],
    ["tablet", (width) => width < 1044],
    ["small-tablet", (width) => width < 780],
    ["tall-tablet", (width, height) => width >= 700 && width < 1044 && height >= 1000],
    ["phone", (width, height) => width < 600 || (width < 800 && height < 480)],
    ["upright", (width, height) => width < 600 && height >= 480],
    ["narrow", (width) => width < 390],
    ["tiny", (width) => width < 300],
    ["sideways", (width, height) => width >= 800 && height < 480],
    ["coach-beside", (width, height) => width >= 1276 && height >= 480],
    ["coach-below", (width, height) => width >= 600 && width < 1276 && height >= 900],
    [
      "coach-over",
      (width, height) => width < 600 || height < 480 || (width < 1276 && height < 900),
    ],
  ]);
  const USUAL_LETTERS_PX = 16;
  const root = document.documentElement;
  try {
    root.dataset.theme =
      JSON.parse(localStorage.getItem("jaipur.preferences") ?? "{}").theme ?? "system";
  } catch {
    root.dataset.theme = "system";
  }

  const measure = () => {
    const height = window.visualViewport
      ? window.visualViewport.height * window.visualViewport.scale
      : innerHeight;
    root.style.setProperty("--visible-height", `${Math.floor(height)}px`);
    const enlarged = parseFloat(getComputedStyle(root).fontSize) / USUAL_LETTERS_PX;
    const fitting = LAYOUTS.filter(([, isFor]) =>
      isFor(innerWidth / enlarged, innerHeight / enlarged),
    );
    root.dataset.layout = fitting.map(([name]) => name).join(" ");
  };
  measure();
  addEventListener("resize", measure);
  window.visualViewport?.addEventListener("resize", measure);

  // Enlarging the text while the page is open is like making the window smaller.
  addEventListener("DOMContentLoaded", () => {
    const letter = document.createElement("span");
    letter.className = "letter-measure";
    document.body.append(letter);
    let width = letter.offsetWidth;
    new ResizeObserver(() => {
      if (letter.offsetWidth === width) return;
      width = letter.offsetWidth;
      dispatchEvent(new Event("resize"));
    }).observe(letter);
  });

  const chosen = new URLSearchParams(location.search).get("lang");
  if (chosen === "en" || chosen === "fr") {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS and is not in every browser
    document.cookie = `jaipur_language=${chosen}; path=/; max-age=31536000; samesite=lax`;
  }
})();
