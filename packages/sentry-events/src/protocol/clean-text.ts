/** Added to a text that was cut. */
const ellipsis = '...'

/**
 * A text that UTF-8 can hold: lone surrogates replaced by U+FFFD, cut to a length. NUL is a character like any other.
 * @param lengthMax in UTF-16 code units; a longer text ends in `...` and is not longer than this.
 */
export function cleanText(text: string, lengthMax: number): string {
  // What lies far beyond the limit is never looked at, however long the text is.
  const head = text.length > 2 * lengthMax ? text.slice(0, 2 * lengthMax + 1) : text
  const clean = head.toWellFormed()
  return clean.length <= lengthMax ? clean : cutText(clean, lengthMax)
}

function cutText(text: string, lengthMax: number): string {
  if (lengthMax <= ellipsis.length) {
    return ellipsis.slice(0, lengthMax)
  }
  return dropHalfPair(text.slice(0, lengthMax - ellipsis.length)) + ellipsis
}

/** A cut may fall between the two halves of a character. */
function dropHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}
