/** Runs before the first paint: the theme, and the height that is really visible. */
(() => {
  const root = document.documentElement;
  try {
    root.dataset.theme = JSON.parse(localStorage.getItem("jaipur.preferences") ?? "{}").theme ?? "system";
  } catch {
    root.dataset.theme = "system";
  }
  const measure = () => {
    const height = window.visualViewport ? window.visualViewport.height * window.visualViewport.scale : innerHeight;
    root.style.setProperty("--visible-height", `${Math.floor(height)}px`);
  };
  measure();
  addEventListener("resize", measure);
  window.visualViewport?.addEventListener("resize", measure);
  const chosen = new URLSearchParams(location.search).get("lang");
  if (chosen === "en" || chosen === "fr") {
    document.cookie = `jaipur_language=${chosen}; path=/; max-age=31536000; samesite=lax`;
  }
})();
