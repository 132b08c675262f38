// @ts-check
/** Ask the rules: the answer follows each choice. The server answers; without this script a button asks it. */

import { at } from "./element.js";

const form = /** @type {HTMLFormElement} */ (at("ask-form"));
/** The last question that was asked: an answer that comes late is none. */
let asked = "";

form.querySelector("button")?.setAttribute("hidden", "");
form.addEventListener("change", async (event) => {
  if (event.target instanceof HTMLSelectElement) {
    form.submit(); // another table may have another deck
    return;
  }
  const fields = /** @type {[string, string][]} */ ([...new FormData(form).entries()]);
  const address = `/guide/ask?${new URLSearchParams(fields)}`;
  asked = address;
  const page = await fetch(address).then((response) => response.text(), () => null);
  if (asked !== address) return;
  if (page === null) {
    form.submit(); // the browser says best what is wrong with the network
    return;
  }
  const answer = new DOMParser().parseFromString(page, "text/html").getElementById("answer");
  if (answer !== null) at("answer").replaceChildren(...answer.childNodes);
  history.replaceState(null, "", address);
});
