/**
 * Memoizes results for inputs that applications send repeatedly. Only for pure functions whose results nobody modifies.
 * The cache is cleared when full, which is cheaper than tracking use.
 * @param entriesMax maximum number of cached results.
 * @param keyLengthMax characters; results for longer keys are not cached.
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

/** A number that identifies an object in cache keys: constant for its lifetime and never reused. */
export function numberOf(object: object): number {
  let number = numbers.get(object)
  if (number === undefined) {
    number = lastNumber += 1
    numbers.set(object, number)
  }
  return number
}
