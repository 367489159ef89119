/** Words without information: they occur in any log line or diff. */
const emptyWords = new Set(
  (
    'a an and are as at be been by can could did do does for from had has have if in into is it its may must no not of on or out ' +
    'over should than that the their then there this to too under up upon was were when while will with without would you your ' +
    'error errors failed failure fail failing failures warn warning info debug fatal critical exception message msg log logs ' +
    'request requests response responses service services server client handler handle call calls called calling code status ' +
    'return returned returning new old var let const func function def class type string int bool float err ctx context self nil ' +
    'null none true false public private static final void package import export struct interface async default value values ' +
    'name data item items key list map set get put add use used using via above below observed high low one two all any each ' +
    'http https www com net org io svc local cluster src main test tests internal pkg cmd lib go py ts js java yaml yml json ' +
    'after before during since until still again more less most least only also now time'
  ).split(' '),
)

/** Splits text and identifiers into lower-case words: `maxPollRecords` and `max.poll.records` yield the same three. */
export function splitWords(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** The words of a text on one line, so that expressions can match adjacent words: `max poll records`. */
export function asPhrase(text: string): string {
  return splitWords(text).join(' ')
}

/** Words that may connect a symptom to a change: without endings, numbers and ubiquitous words. */
export function distinctiveWords(text: string): Set<string> {
  const words = splitWords(text).filter((word) => word.length > 2 && !emptyWords.has(word) && !/^\d+[a-z]?$/.test(word))
  return new Set(words.map(stem))
}

function stem(word: string): string {
  return word.length > 5 ? word.replace(/(ations?|ing|ions?|ies|es|ed|s)$/, '') : word.replace(/s$/, '')
}
