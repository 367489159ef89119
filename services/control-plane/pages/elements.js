/**
 * Makes an element. All that is shown goes through here: texts become text, never markup.
 * @param {string} name Of the element, with classes behind dots: `p.quiet`.
 * @param {...(string | number | Node | null | undefined | object)} parts Texts and nodes are put into it, in their order;
 * of plain objects, names that begin with `on` are listeners, all others attributes. Nothing is made of null.
 * @returns {HTMLElement}
 */
export function make(name, ...parts) {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag)
  element.classList.add(...classes)
  for (const part of parts) {
    if (part === null || part === undefined) continue
    if (typeof part !== 'object' || part instanceof Node) element.append(part)
    else setAll(element, part)
  }
  return element
}

function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? '' : value)
  }
}

/** A list of names and what they stand for. Pairs without a value are left out. */
export function makePairs(pairs) {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return make('dl', ...known.flatMap(([name, value]) => [make('dt', name), make('dd', value)]))
}

/** A time as people here write it; the exact one is its title. */
export function makeTime(timestamp) {
  return timestamp === null
    ? null
    : make('time', new Date(timestamp).toLocaleString(), { datetime: timestamp, title: timestamp })
}

export function makeJson(value) {
  return make('pre', JSON.stringify(value, null, 2))
}

/** Shows a page: its title, and what is in it. */
export function show(title, ...parts) {
  document.title = `${title} · Signalbox`
  document.getElementById('main').replaceChildren(make('h1', title), ...parts.filter((part) => part !== null))
}
