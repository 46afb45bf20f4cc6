/** Keyboard shortcuts of a replay: arrows step, Home and End jump, Space plays. */

/** @typedef {import("./player.js").Player} Player */

const OWN_ARROWS = "input, select, textarea, [contenteditable]";
const OWN_SPACE = "button, a, select, summary, input:not([type=range])";

/**
 * @param {Player} player
 */
export function installReplayKeys(player) {
  /** @type {Record<string, () => void>} */
  const does = {
    ArrowLeft: () => player.by(-1),
    ArrowRight: () => player.by(1),
    Home: () => player.go(0),
    End: () => player.go(player.length - 1),
    " ": () => player.toggle(),
  };
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const isTaken =
      target.closest(event.key === " " ? OWN_SPACE : OWN_ARROWS) || target.closest("dialog");
    if (isTaken || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = does[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
