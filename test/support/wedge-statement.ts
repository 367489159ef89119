const twentyFold = (text: string, times: number): string =>
  times === 0 ? `'${text}'` : `replaceAll(${twentyFold(text, times - 1)},'a','${text}')`

const letters = 'a'.repeat(20)

/**
 * A SELECT of about 400 characters with allowed functions only that the engine cannot interrupt: time limits are not
 * checked inside a call, and each call of `position` searches a constant of 64 million characters, a thousand times.
 */
export const wedgeStatement = `SELECT arrayCount(x -> position(${twentyFold(letters, 5)}, concat(x,'b')) > 0, splitByChar('b', replaceAll(${twentyFold(letters, 2)},'a','ab'))) AS n`
