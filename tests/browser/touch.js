(query) => {
  // What of a page is cut off, scrolls sideways or is too small to touch.
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  const controls = "button, a, summary, select, input:not([type=radio]), label.preset, .segments label";
  for (const each of document.querySelectorAll(query)) {
    if (!each.matches(controls) || each.getClientRects().length === 0) continue;
    if (each.matches("p a, p a *") && getComputedStyle(each).display === "inline") continue; // in a sentence
    const { width, height, left, right } = each.getBoundingClientRect();
    const words = each.innerText || each.id;
    if (width < 43.5 || height < 43.5) faults.push(`too small to touch: ${words}`);
    if (left < -0.5 || right > innerWidth + 0.5) faults.push(`off the screen: ${words}`);
  }
  return faults;
}
