// @ts-check
/** All lessons: which of them this device has gone through, and where to go on. */

import { t } from "./language.js";
import { readProgress } from "./progress.js";

const { done, at } = readProgress();
let next = true;

for (const link of document.querySelectorAll("a[data-lesson]")) {
  if (!(link instanceof HTMLElement)) continue;
  const id = link.dataset["lesson"] ?? "";
  const count = Number(link.dataset["steps"]);
  const step = at[id];
  const words = link.querySelector(".lesson-state");
  if (words === null) continue;
  if (step !== undefined && step < count) words.textContent = t("guide.step_of", { number: step + 1, count });
  else if (done.includes(id)) words.textContent = t("guide.lessons.done");
  else if (next) words.textContent = t("guide.lessons.next");
  link.classList.toggle("is-done", done.includes(id));
  const here = next && !done.includes(id);
  link.classList.toggle("is-next", here);
  if (here) next = false;
}
