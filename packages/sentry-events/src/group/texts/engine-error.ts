/** What engines throw by themselves. Their texts differ by engine, version and data; only the name that they miss stays. */
const engineTypes =
  /^(?:(?:Type|Reference|Range|Syntax|URI|Eval|Internal)Error|DOMException|(?:Abort|NotFound|NotAllowed|NotSupported|NotReadable|Security|Network|InvalidState|InvalidAccess|QuotaExceeded|Timeout|Data|DataClone|Constraint|HierarchyRequest|Encoding)Error)$/

/** Each engine’s way to say which member or variable is missing. */
const missing: readonly RegExp[] = [
  /\((?:reading|setting|evaluating) '([^']{1,200})'/,
  /\bproperty ['"]([^'"]{1,200})['"]/,
  /^([\w$.]{1,200}(?:\(\.\.\.\))?(?:\.[\w$]{1,100})?) is not (?:a function|a constructor|defined)/,
  /^Can't find variable: ([\w$]{1,200})/,
]
const lastName = /([\w$]{1,200})(?:\(\.{0,3}\))?$/
/** Minifiers rename variables, but no members. */
const minified = /^[\w$]{1,2}$/

/** Whether an engine of JavaScript throws errors of a type by itself. */
export function isEngineError(type: string): boolean {
  return engineTypes.test(type)
}

/** The member or variable that an engine missed, by the same name in every engine; empty when its text names none. */
export function missingNameOf(text: string): string {
  for (const pattern of missing) {
    const path = pattern.exec(text)?.[1]
    if (path !== undefined)
      return minified.test(path) && !text.includes(`'${path}'`) ? '' : (lastName.exec(path)?.[1] ?? '')
  }
  return ''
}
