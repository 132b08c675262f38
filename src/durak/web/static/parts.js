// @ts-check
/** Small pieces that forms and lists are made of. */

/**
 * @param {string} tag
 * @param {string} className
 * @param {...(Node | string)} children
 */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.append(...children);
  return element;
}

/**
 * A button that calls `act` when it is pressed; one that is switched off stays reachable and says so.
 * @param {string} className
 * @param {string} words
 * @param {() => void} act
 */
export function button(className, words, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = `button ${className}`;
  element.textContent = words;
  element.addEventListener("click", () => {
    if (element.getAttribute("aria-disabled") !== "true") act();
  });
  return element;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} checked
 * @param {() => void} chosen
 */
export function radio(name, value, checked, chosen) {
  const input = document.createElement("input");
  input.type = "radio";
  input.name = name;
  input.value = value;
  input.checked = checked;
  input.addEventListener("change", chosen);
  return input;
}

/**
 * A row of choices; the inputs that are there already stay, and so does the focus.
 * @param {HTMLElement} place
 * @param {string} name
 * @param {string[]} values
 * @param {string} chosen
 * @param {{words: (value: string) => string, choose: (value: string) => void, may?: (value: string) => boolean}} how
 */
export function segments(place, name, values, chosen, { words, choose, may = () => true }) {
  const inputs = [...place.querySelectorAll("input")];
  if (inputs.map((input) => input.value).join() !== values.join()) {
    place.replaceChildren(
      ...values.map((value) => {
        const input = radio(name, value, false, () => choose(value));
        return make("label", "", input, make("span", "", words(value)));
      }),
    );
  }
  for (const input of place.querySelectorAll("input")) {
    input.checked = input.value === chosen;
    input.disabled = !may(input.value);
  }
}
