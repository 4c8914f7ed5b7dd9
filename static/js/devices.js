/** What the pages about phones and links bring to life. */
import "./elements/local-time.js";
