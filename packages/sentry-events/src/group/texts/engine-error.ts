/** Errors thrown by engines. Their texts differ by engine, version and data; only the missing name is stable. */
const engineTypes =
  /^(?:(?:Type|Reference|Range|Syntax|URI|Eval|Internal)Error|DOMException|(?:Abort|NotFound|NotAllowed|NotSupported|NotReadable|Security|Network|InvalidState|InvalidAccess|QuotaExceeded|Timeout|Data|DataClone|Constraint|HierarchyRequest|Encoding)Error)$/

/** Each engine's wording for a missing member or variable. */
const missing: readonly RegExp[] = [
  /\((?:reading|setting|evaluating) '([^']{1,200})'/,
  /\bproperty ['"]([^'"]{1,200})['"]/,
  /^([\w$.]{1,200}(?:\(\.\.\.\))?(?:\.[\w$]{1,100})?) is not (?:a function|a constructor|defined)/,
  /^Can't find variable: ([\w$]{1,200})/,
]
const lastName = /([\w$]{1,200})(?:\(\.{0,3}\))?$/
/** Minifiers rename variables, but not members. */
const minified = /^[\w$]{1,2}$/

/** True if JavaScript engines themselves throw errors of this type. */
export function isEngineError(type: string): boolean {
  return engineTypes.test(type)
}

/**
 * The member or variable that an engine reports missing, by the same name for every engine; empty if the text names
 * none.
 */
export function missingNameOf(text: string): string {
  for (const pattern of missing) {
    const path = pattern.exec(text)?.[1]
    if (path !== undefined)
      return minified.test(path) && !text.includes(`'${path}'`) ? '' : (lastName.exec(path)?.[1] ?? '')
  }
  return ''
}
