// The colours of the page, for what is drawn on a canvas.

const dark = matchMedia("(prefers-color-scheme: dark)");

export function readStyles() {
  const style = getComputedStyle(document.body);
  const of = (name) => style.getPropertyValue(`--${name}`).trim();
  return { dark: dark.matches, line: of("line"), faint: of("faint"), soft: of("soft"), accent: of("accent"), wrong: of("wrong") };
}

/** Calls a function when they change. */
export function onStyles(changed) {
  dark.addEventListener("change", changed);
}
