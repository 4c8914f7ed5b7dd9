/** A button that opens the browser's own way to print; without a script there is only that. */
class PrintButton extends HTMLElement {
  connectedCallback() {
    this.hidden = false;
    this.querySelector("button").addEventListener("click", () => print());
  }
}

customElements.define("print-button", PrintButton);
