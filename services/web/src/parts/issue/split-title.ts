/**
 * What is bold in a title and what is not: the type of an exception and its text, or all of a message.
 * Types have no spaces; what only looks like one, such as an address, is text.
 */
export function splitTitle(title: string): { type: string; text: string } {
  const match = /^([\p{L}_$][\p{L}\p{N}_$.:<>\\]{0,120}?): (.+)$/su.exec(title)
  return match ? { type: match[1] ?? '', text: match[2] ?? '' } : { type: title, text: '' }
}
