// @ts-check
/** My deals so far: play the same rules again. */

import "./paper.js";
import { post } from "./api.js";
import { at } from "./element.js";
import { t } from "./language.js";
import { knownName } from "./late.js";

for (const again of document.querySelectorAll("button[data-again]")) {
  if (!(again instanceof HTMLButtonElement)) continue;
  again.hidden = false;
  again.addEventListener("click", async () => {
    if (again.getAttribute("aria-disabled") === "true") return;
    again.setAttribute("aria-disabled", "true");
    const answer = await post("/api/tables", {
      options: { rules: again.dataset["again"] ?? "" },
      seat: 0,
      name: knownName() || t("make.name_default"),
      bots: true,
    });
    if (answer.ok) {
      location.assign(String(answer.body["url"]));
    } else {
      at("refused").textContent = answer.words;
      again.removeAttribute("aria-disabled");
    }
  });
}
