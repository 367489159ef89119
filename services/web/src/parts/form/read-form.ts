/** A field's text; empty if the form has no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Non-blank lines of a field with one value per line. */
export function linesOf(form: FormData, name: string): string[] {
  return textOf(form, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A field's integer; null if empty. */
export function numberOf(form: FormData, name: string): number | null {
  const text = textOf(form, name).trim()
  return text === '' ? null : Number(text)
}

/** True if a checkbox is checked. */
export function isTicked(form: FormData, name: string): boolean {
  return form.get(name) !== null
}

/** The checked boxes of one name, limited to known values. */
export function tickedOf<T extends string>(form: FormData, name: string, known: readonly T[]): T[] {
  const ticked = new Set(form.getAll(name))
  return known.filter((value) => ticked.has(value))
}
