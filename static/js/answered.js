/**
 * On a page that answers a form: its place in the history is that of a page which can be asked for, so that neither Back
 * nor a reload sends the form again.
 */
history.replaceState(history.state, "", document.documentElement.dataset.answeredAt);
