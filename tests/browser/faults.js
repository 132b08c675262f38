() => {
  // What is off the screen, too small to touch, or lies over something else on a table's page.
  const faults = [];
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight + 1) faults.push("the page scrolls down");
  if (root.scrollWidth > innerWidth + 1) faults.push("the page scrolls sideways");
  const shown = (each) => each.getClientRects().length > 0;
  const named = (each) => each.getAttribute("aria-label") ?? each.innerText;
  const all = (query, from = document) => [...from.querySelectorAll(query)].filter(shown);
  const buttons = all("main button:not(.card), header button, header a");
  for (const each of [...all("#hand .card, #pairs .card"), ...buttons]) {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    if (!inside) faults.push(`off the screen: ${named(each)}`);
  }
  for (const each of buttons) {
    const { width, height } = each.getBoundingClientRect();
    if (width < 43.5 || height < 43.5) faults.push(`too small to touch: ${named(each)}`);
  }
  const places = ["pairs", "prompt", "me", "actions", "hand", "seats"]
    .map((id) => document.getElementById(id))
    .filter(shown)
    .map((place) => {
      const parts = all(".card, button, li", place);
      const boxes = (parts.length > 0 ? parts : [place]).map((each) => each.getBoundingClientRect());
      return { id: place.id, boxes };
    });
  const overlap = (one, other) =>
    one.left < other.right - 2 && other.left < one.right - 2 && one.top < other.bottom - 2 && other.top < one.bottom - 2;
  places.forEach((one, at) => {
    for (const other of places.slice(at + 1)) {
      if (one.boxes.some((box) => other.boxes.some((each) => overlap(box, each)))) {
        faults.push(`${one.id} lies over ${other.id}`);
      }
    }
  });
  return faults;
}
