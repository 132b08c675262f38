// @ts-check
/** How others find this table: a code to say aloud, a link to copy or share, a QR code to scan. */

import { t } from "./language.js";
import { button, make } from "./parts.js";

/**
 * The link that leads others here.
 * @param {string} table
 * @param {string | null} code
 */
export function linkTo(table, code) {
  return new URL(code === null ? `/t/${encodeURIComponent(table)}` : `/j/${encodeURIComponent(code)}`, location.href).href;
}

/**
 * A code in groups that are easy to say: of three or four letters.
 * @param {string} code
 */
export function spoken(code) {
  const size = code.length % 4 === 0 ? 4 : 3;
  return code.replace(new RegExp(`(.{${size}})(?=.)`, "g"), "$1 ");
}

/**
 * Copy a text, also where the browser keeps the clipboard from plain HTTP.
 * @param {HTMLInputElement} field holds the text
 * @returns {Promise<boolean>}
 */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy"); // old, but it works without a secure context
  }
}

/**
 * Build the invitation into a place.
 * @param {HTMLElement} place
 * @param {string} table
 * @param {(lines: string[]) => void} say
 * @returns {(code: string | null) => void} shows the code of now
 */
export function buildInvite(place, table, say) {
  const letters = make("p", "invite-code");
  const label = make("p", "help", t("lobby.code"));
  const link = document.createElement("input");
  link.readOnly = true;
  link.className = "invite-link";
  link.setAttribute("aria-label", t("lobby.link"));
  link.addEventListener("focus", () => link.select());
  const said = make("p", "help invite-said");
  const image = document.createElement("img");
  image.alt = t("lobby.qr_text");
  image.width = 208;
  image.height = 208;
  image.className = "invite-qr";
  image.hidden = true;

  const copies = button("", t("lobby.copy"), async () => {
    said.textContent = t((await copy(link)) ? "lobby.copied" : "lobby.copy_failed");
    say([said.textContent]);
  });
  copies.dataset["act"] = "copy";
  const ways = [copies];
  if (typeof navigator.share === "function") {
    ways.push(
      button("", t("lobby.share"), () => {
        void navigator.share({ text: t("lobby.share_text"), url: link.value }).catch(() => undefined); // thought better of it
      }),
    );
  }
  const scan = button("", t("lobby.qr"), () => {
    image.hidden = !image.hidden;
    scan.setAttribute("aria-expanded", String(!image.hidden));
    if (!image.hidden && image.src === "") image.src = `/t/${encodeURIComponent(table)}/qr.svg`;
    if (!image.hidden) image.scrollIntoView({ block: "nearest" });
  });
  scan.setAttribute("aria-expanded", "false");
  ways.push(scan);

  place.append(make("div", "invite-words", label, letters), make("div", "invite-ways", ...ways), link, said, image);
  return (code) => {
    label.hidden = code === null;
    letters.hidden = code === null;
    if (code !== null && letters.dataset["code"] !== code) {
      letters.dataset["code"] = code;
      letters.textContent = spoken(code);
      letters.setAttribute("aria-label", t("lobby.code_spoken", { code: [...code].join(" ") }));
      letters.setAttribute("role", "img");
    }
    link.value = linkTo(table, code);
  };
}
