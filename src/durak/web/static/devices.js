// @ts-check
/** The devices of one person: take the seat along by a code, use such a code, forget a device. */

import "./paper.js";
import { post } from "./api.js";
import { at } from "./element.js";
import { spoken } from "./invite.js";
import { t } from "./language.js";

/** How long a button waits for the second tap that confirms it. */
const PATIENCE = 5000;

const codeInput = /** @type {HTMLInputElement} */ (at("adopt-code"));
const makeCode = /** @type {HTMLButtonElement} */ (at("make-code"));

makeCode.addEventListener("click", async () => {
  at("give-refused").textContent = "";
  const answer = await post("/api/devices/code", {});
  if (!answer.ok) {
    at("give-refused").textContent = answer.words;
    return;
  }
  const code = String(answer.body["code"]);
  at("code-place").hidden = false;
  at("code-letters").textContent = spoken(code);
  at("code-letters").setAttribute("aria-label", t("lobby.code_spoken", { code: [...code].join(" ") }));
  at("code-valid").textContent = t("devices.code_valid", { count: Number(answer.body["minutes"]) });
  /** @type {HTMLImageElement} */ (at("code-qr")).src = `data:image/svg+xml,${encodeURIComponent(String(answer.body["qr"]))}`;
  makeCode.textContent = t("devices.make_another");
  makeCode.classList.remove("primary");
});

at("adopt").addEventListener("submit", async (event) => {
  event.preventDefault();
  const refuse = (/** @type {string} */ words) => {
    at("adopt-refused").textContent = words;
    codeInput.setAttribute("aria-invalid", "true");
    codeInput.focus();
  };
  const code = codeInput.value.replace(/[\s-]/g, "").toUpperCase();
  if (code === "") {
    refuse(t("devices.adopt_empty"));
    return;
  }
  const answer = await post("/api/devices/adopt", { code });
  if (!answer.ok) {
    refuse(answer.words);
    return;
  }
  sessionStorage.setItem("durak.adopted", "yes");
  location.replace("/devices");
});
codeInput.addEventListener("input", () => {
  codeInput.removeAttribute("aria-invalid");
  at("adopt-refused").textContent = "";
});

const carried = new URLSearchParams(location.search).get("code");
if (carried !== null) {
  codeInput.value = carried; // the person still has to say yes
  history.replaceState(null, "", "/devices"); // a code is not left in the history
  codeInput.closest("section")?.scrollIntoView({ block: "start" });
  document.querySelector("#adopt button")?.classList.add("primary");
}
if (sessionStorage.getItem("durak.adopted") !== null) {
  sessionStorage.removeItem("durak.adopted");
  at("said").textContent = t("devices.adopted");
}

for (const button of document.querySelectorAll("button[data-forget]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  let sure = false;
  button.addEventListener("click", async () => {
    if (!sure) {
      sure = true;
      button.textContent = t("devices.forget_sure");
      button.classList.add("danger");
      setTimeout(() => {
        sure = false;
        button.textContent = t("devices.forget");
        button.classList.remove("danger");
      }, PATIENCE);
      return;
    }
    const answer = await post("/api/devices/forget", { id: button.dataset["forget"] ?? "" });
    at("said").textContent = answer.ok ? t("devices.forgotten") : answer.words;
    if (answer.ok) button.closest("li")?.remove();
  });
}
