/** What was typed into a field of a form; empty when the form has no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The lines of a field that says one thing a line; blank ones are left out. */
export function linesOf(form: FormData, name: string): string[] {
  return textOf(form, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The whole number of a field; null when it is empty. */
export function numberOf(form: FormData, name: string): number | null {
  const text = textOf(form, name).trim()
  return text === '' ? null : Number(text)
}

/** Whether a box is ticked. */
export function isTicked(form: FormData, name: string): boolean {
  return form.get(name) !== null
}

/** The ticked boxes of one name that are among the known values. */
export function tickedOf<T extends string>(form: FormData, name: string, known: readonly T[]): T[] {
  const ticked = new Set(form.getAll(name))
  return known.filter((value) => ticked.has(value))
}
