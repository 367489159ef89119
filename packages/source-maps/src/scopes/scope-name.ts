/** A piece of a function's name: fixed text, or an identifier of the minified code that the map may have a name for. */
export interface NamePart {
  text: string
  /** Where the identifier stands in the minified code; undefined for fixed text. */
  range: { start: number; end: number } | undefined
}

/** The code of one function, or the body of a class: from `start` up to `end`, in UTF-16 units. */
export interface Scope {
  start: number
  end: number
  /** Undefined for functions that nothing names. */
  name: readonly NamePart[] | undefined
}

export function fixedPart(text: string): NamePart {
  return { text, range: undefined }
}

/** Puts a piece before a name, with a dot between when there is something to part. */
export function withPrefix(prefix: readonly NamePart[], name: readonly NamePart[]): NamePart[] {
  return name.length === 0 ? [...prefix] : [...prefix, fixedPart('.'), ...name]
}
