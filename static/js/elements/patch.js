/**
 * Makes `old` look like `fresh` by touching only what differs: what stays the same keeps its focus, its scrolling and
 * its place as a live region, and nothing is read out twice.
 */
export function patch(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh.cloneNode(true));
    return;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    old.data = fresh.data;
    return;
  }
  patchAttributes(old, fresh);
  patchChildren(old, fresh);
}

/** The same for what an element holds; `fresh` may be a fragment. */
export function patchChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  while (old.childNodes.length > wanted.length) old.lastChild.remove();
  wanted.forEach((node, index) => {
    if (index < old.childNodes.length) patch(old.childNodes[index], node);
    else old.append(node.cloneNode(true));
  });
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
