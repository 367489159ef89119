/** Qualifiers that may follow the parameters. */
const suffix = /(?: const| volatile| &{1,2}| noexcept| async| throws| rethrows| \[clone [^\]]{0,100}\]){1,5}$/
/** Suffixes compilers add to clones of a function. */
const cloneSuffix = /(?:\.(?:constprop|isra|part|cold|llvm|lto_priv)(?:\.\d{1,20})?){1,5}$/
const rustHash = /::h[0-9a-f]{16}$/
/** Closures, lambdas and implementations are numbered by position. */
const placeNumbers: readonly (readonly [RegExp, string])[] = [
  [/\{([\w:]{1,60})#\d{1,10}\}/g, '{$1}'],
  [/\{lambda\([^{}]{0,300}\)#\d{1,10}\}/g, '{lambda}'],
  [/\$_\d{1,10}/g, '$$_'],
]
const cppOperator = /(?:^|[:\s])operator\s?[^\w\s]{1,3}$/
const conversionOperator = /^(?:\S+::)?operator /

const appleMethod = /[-+]\[[^\]]{1,400}\]/
/** Swift's labels for parts of a function: async functions are split at every `await`. */
const swiftPrefix =
  /^(?:\(\d{1,9}\) (?:await|suspend) resume partial function for |partial apply (?:forwarder )?for |specialized |merged |@objc |@nonobjc |static ){1,5}/
const swiftClosure = /^(?:implicit )?closure #\d{1,9} /

/**
 * Strips templates, parameters, the return type and build-dependent parts from a native name: `int ns::f<int>(char*)
 * const` becomes `ns::f`.
 */
export function cleanNativeName(name: string): string {
  const apple = appleMethod.exec(name)?.[0]
  if (apple !== undefined) {
    return name.includes('_block_invoke') ? `${apple} block` : apple
  }
  const plain = dropPlaceNumbers(name.replace(cloneSuffix, '').replace(rustHash, ''))
  return /[<(\s]/.test(plain) ? cleanSignature(plain.replace(swiftPrefix, '')) : plain
}

function dropPlaceNumbers(name: string): string {
  return /[#$]/.test(name)
    ? placeNumbers.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name)
    : name
}

function cleanSignature(name: string): string {
  if (swiftClosure.test(name)) {
    return `closure in ${cleanSignature(name.slice(name.lastIndexOf(' in ') + 4).replace(swiftClosure, ''))}`
  }
  const implementation = cleanRustImplementation(name)
  if (implementation !== undefined) return implementation
  const flat = dropBracketed(name.replaceAll('(anonymous namespace)', '{anonymous}'))
    .replace(/ ->[^]*$/, '')
    .trimEnd()
    .replace(suffix, '')
  const own = conversionOperator.test(flat) ? flat : flat.slice(flat.lastIndexOf(' ') + 1)
  return own === '' || cppOperator.test(own) ? name : own
}

/** `<shop::Order<T> as core::fmt::Display>::fmt` names the owner of the function in its angle brackets. */
export function cleanRustImplementation(name: string): string | undefined {
  const start = /^_?</.exec(name)?.[0].length
  const end = start === undefined ? -1 : findClosing(name, start)
  if (start === undefined || end === -1) {
    return undefined
  }
  return `<${dropBracketed(name.slice(start, end))}>${dropBracketed(name.slice(end + 1))}`
}

function findClosing(name: string, start: number): number {
  let depth = 1
  for (let index = start; index < name.length; index += 1) {
    if (name[index] === '<') depth += 1
    else if (name[index] === '>' && name[index - 1] !== '-') depth -= 1
    if (depth === 0) return index
  }
  return -1
}

function dropBracketed(name: string): string {
  let depth = 0
  let kept = ''
  let previous = ''
  for (const character of name) {
    const isArrow = character === '>' && previous === '-'
    if (character === '<' || character === '(') depth += 1
    else if ((character === '>' && !isArrow) || character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += character
    previous = character
  }
  return kept
}
