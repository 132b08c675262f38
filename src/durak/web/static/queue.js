// @ts-check
/**
 * States wait here for their turn to be shown. Between two of them the last cards of a bout may be looked at
 * for a moment; when more states wait, looks are left out, so that what is shown is never far behind the play.
 */

/**
 * @template Message
 * @param {object} on
 * @param {(message: Message) => boolean} on.look shows what leads to a state; false when there is nothing to look at
 * @param {(message: Message) => void} on.show
 * @param {number} on.moment milliseconds of a look
 */
export function createQueue({ look, show, moment }) {
  /** @type {Message[]} */
  let waiting = [];
  let timer = 0;
  let looking = false;

  function next() {
    looking = false;
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      if (waiting.length === 0 && look(message)) {
        wait(message);
        return;
      }
      show(message);
    }
  }

  /** @param {Message} message */
  function wait(message) {
    looking = true;
    waiting.unshift(message);
    timer = window.setTimeout(() => {
      waiting.shift();
      show(message);
      next();
    }, moment);
  }

  return {
    /** @param {Message} message */
    add(message) {
      waiting.push(message);
      if (!looking) next();
      else if (waiting.length > 2) {
        clearTimeout(timer);
        waiting.splice(0).forEach(show);
        looking = false;
      }
    },
    /** Whether what is shown is on the way to a state, and no answer can be given. */
    isLooking: () => looking,
  };
}
