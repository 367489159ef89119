const twentyFold = (text: string, times: number): string =>
  times === 0 ? `'${text}'` : `replaceAll(${twentyFold(text, times - 1)},'a','${text}')`

const letters = 'a'.repeat(20)

/**
 * A SELECT of some 400 characters, of allowed functions alone, that the engine cannot end: limits of time are not looked
 * at inside of a call, and each call of `position` searches a constant of 64 million characters, a thousand times.
 */
export const wedgeStatement = `SELECT arrayCount(x -> position(${twentyFold(letters, 5)}, concat(x,'b')) > 0, splitByChar('b', replaceAll(${twentyFold(letters, 2)},'a','ab'))) AS n`
