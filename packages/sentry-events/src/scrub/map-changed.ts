/** Maps the values of an object. @returns the object itself if none changes, as is usual. */
export function mapFields<T extends object>(
  fields: T,
  change: (name: string, value: T[Extract<keyof T, string>]) => unknown,
): T {
  let changed: T | undefined
  for (const name in fields) {
    const value = change(name, fields[name])
    if (value !== fields[name]) Object.assign((changed ??= { ...fields }), { [name]: value })
  }
  return changed ?? fields
}

/** Like `mapFields`, for a list. */
export function mapList<T>(list: T[], change: (value: T, index: number) => T): T[] {
  let changed: T[] | undefined
  for (const [index, value] of list.entries()) {
    const mapped = change(value, index)
    if (mapped !== value) (changed ??= [...list])[index] = mapped
  }
  return changed ?? list
}
