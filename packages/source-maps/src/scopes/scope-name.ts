/** Part of a function's name: fixed text, or a minified identifier that the map may have a name for. */
export interface NamePart {
  text: string
  /** Position of the identifier in the minified code; undefined for fixed text. */
  range: { start: number; end: number } | undefined
}

/** Code of one function, or the body of a class: from `start` up to `end`, in UTF-16 units. */
export interface Scope {
  start: number
  end: number
  /** Undefined for anonymous functions. */
  name: readonly NamePart[] | undefined
}

export function fixedPart(text: string): NamePart {
  return { text, range: undefined }
}

/** Prepends a prefix to a name, separated by a dot unless the name is empty. */
export function withPrefix(prefix: readonly NamePart[], name: readonly NamePart[]): NamePart[] {
  return name.length === 0 ? [...prefix] : [...prefix, fixedPart('.'), ...name]
}
