/**
 * Offers to put the pad on the home screen where the browser can do it, and says how where only a person can; nothing
 * where it stands there already.
 */
class InstallOffer extends HTMLElement {
  connectedCallback() {
    // Only browsers on iOS know this; there nobody but the reader can add to the home screen.
    if (navigator.standalone === false) this.#show("[data-by-hand]");
  }

  /** The browser is ready to install. */
  offer(prompt) {
    const button = this.querySelector("button");
    button.onclick = () => {
      this.hidden = true;
      prompt.prompt();
    };
    this.#show("button");
  }

  #show(way) {
    this.hidden = false;
    this.querySelector(way).hidden = false;
  }
}

customElements.define("install-offer", InstallOffer);
