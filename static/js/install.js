/** The offer to put the pad on the home screen: the page makes it in its own words and time, not the browser. */
import "./elements/install-offer.js";

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  document.querySelector("install-offer")?.offer(event);
});
