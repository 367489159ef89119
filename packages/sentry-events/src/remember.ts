/**
 * Answers that were found before, for what applications send again and again. Only for pure functions whose answers nobody
 * changes. The memory is emptied when it is full, which costs less than to know what was used last.
 * @param entriesMax how many answers are kept.
 * @param keyLengthMax characters; what has a longer key is found anew.
 */
export function remember<T>(entriesMax: number, keyLengthMax: number): (key: string, find: () => T) => T {
  const answers = new Map<string, { value: T }>()
  return (key, find) => {
    const known = answers.get(key)
    if (known !== undefined) return known.value
    const value = find()
    if (key.length > keyLengthMax) return value
    if (answers.size >= entriesMax) answers.clear()
    answers.set(key, { value })
    return value
  }
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** A number for an object, for keys of what is remembered: the same as long as it lives, and never that of another. */
export function numberOf(object: object): number {
  let number = numbers.get(object)
  if (number === undefined) {
    number = lastNumber += 1
    numbers.set(object, number)
  }
  return number
}
