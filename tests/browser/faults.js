() => {
  // What is off the screen, too small to touch, or lies over something else on a table's page.
  const faults = [];
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight + 1) faults.push("the page scrolls down");
  if (root.scrollWidth > innerWidth + 1) faults.push("the page scrolls sideways");
  const shown = (each) => each.checkVisibility() && each.getClientRects().length > 0;
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
  for (const panel of all(".side")) {
    const { left, top, right, bottom } = panel.getBoundingClientRect();
    for (const each of all("#hand .card, #actions button")) {
      const box = each.getBoundingClientRect();
      const apart = box.right <= left + 1 || box.left >= right - 1 || box.bottom <= top + 1 || box.top >= bottom - 1;
      if (!apart) faults.push(`${panel.id} lies over ${named(each)}`);
    }
    for (const each of all("button, input, summary", panel)) {
      const { width, height } = each.getBoundingClientRect();
      if (width < 43.5 || height < 35.5) faults.push(`too small to touch in ${panel.id}: ${named(each)}`);
    }
  }
  for (const each of all(".seat-known, .clock")) {
    const home = each.parentElement.getBoundingClientRect();
    const { left, right } = each.getBoundingClientRect();
    if (left < home.left - 2 || right > home.right + 2) faults.push(`${each.className} is wider than its place`);
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
