/** Appended to truncated texts. */
const ellipsis = '...'

/**
 * Makes a text valid for UTF-8: replaces lone surrogates with U+FFFD and truncates it. NUL is a character like any
 * other.
 * @param lengthMax in UTF-16 code units; a longer text ends in `...`, which is included in the limit.
 */
export function cleanText(text: string, lengthMax: number): string {
  // Text far beyond the limit is never read, however long it is.
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

/** A cut may fall inside a surrogate pair. */
function dropHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}
