() => {
  // Words that are cut off, that stick out of what holds them, or that lie over other words.
  const faults = [];
  const cut = ["bar-heading", "seat-name", "row-name"]; // may end in …: names can be of any length
  const hidden = (each) => {
    const { width, height } = each.getBoundingClientRect();
    const style = getComputedStyle(each);
    return (
      each.closest(".visually-hidden, .card, .flying, [hidden], dialog:not([open])") !== null ||
      width <= 1 || height <= 1 || style.visibility !== "visible"
    );
  };
  /** What is left of a box inside everything round it that scrolls down. */
  const seen = ({ left, right, top, bottom }, within) => {
    for (let at = within; at !== null && at !== document.body; at = at.parentElement) {
      if (!["auto", "scroll", "hidden"].includes(getComputedStyle(at).overflowY)) continue;
      const room = at.getBoundingClientRect();
      [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
    }
    return { left, right, top, bottom };
  };
  const told = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const holder = node.parentElement;
    const words = node.data.trim();
    if (words === "" || ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION"].includes(holder.tagName) || hidden(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()]
      .map((box) => seen(box, holder))
      .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
    if (boxes.length > 0) told.push({ holder, words, boxes });
  }
  for (const { holder, words, boxes } of told) {
    const style = getComputedStyle(holder);
    const mayBeCut = cut.some((name) => holder.closest(`.${name}`) !== null);
    if (style.overflowX !== "visible" && holder.scrollWidth > holder.clientWidth + 1 && !mayBeCut) {
      faults.push(`cut off: ${words}`);
    }
    const frame = holder.closest("button, .button, label, li, p, dt, dd, summary, legend") ?? holder;
    const { left, right } = frame.getBoundingClientRect();
    const out = boxes.some((box) => box.left < left - 1.5 || box.right > right + 1.5);
    if (out && !mayBeCut) faults.push(`sticks out: ${words}`);
    if (boxes.some((box) => box.right > innerWidth + 1 || box.left < -1)) faults.push(`off the screen: ${words}`);
  }
  // what stays at the foot of the screen lies over the page on purpose
  const floats = (each) => {
    for (let at = each; at !== null; at = at.parentElement) {
      if (["sticky", "fixed"].includes(getComputedStyle(at).position) && at !== document.body) return true;
    }
    return false;
  };
  const still = told.filter(({ holder }) => !floats(holder));
  const overlap = (one, other) =>
    one.left < other.right - 2 && other.left < one.right - 2 && one.top < other.bottom - 4 && other.top < one.bottom - 4;
  still.forEach((one, at) => {
    for (const other of still.slice(at + 1)) {
      if (one.boxes.some((box) => other.boxes.some((each) => overlap(box, each)))) {
        faults.push(`“${one.words}” lies over “${other.words}”`);
      }
    }
  });
  return faults;
}
