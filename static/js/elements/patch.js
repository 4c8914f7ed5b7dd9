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

/**
 * The same for what an element holds; `fresh` may be a fragment. What is alike at the beginning and at the end stays as
 * it is, so that a new row on top of a hundred moves none of them.
 */
export function patchChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  const there = [...old.childNodes];
  while (there.length && wanted.length && there[0].isEqualNode(wanted[0])) {
    there.shift();
    wanted.shift();
  }
  let end = null;
  while (there.length && wanted.length && there.at(-1).isEqualNode(wanted.at(-1))) {
    end = there.pop();
    wanted.pop();
  }
  while (there.length > wanted.length) there.pop().remove();
  wanted.forEach((node, index) => {
    if (index < there.length) patch(there[index], node);
    else old.insertBefore(node.cloneNode(true), end);
  });
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
