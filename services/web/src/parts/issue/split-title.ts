/**
 * Splits a title into its bold part and the rest: an exception's type and text, or all of a message. Types have no
 * spaces; text that only resembles one, such as an address, is not bold.
 */
export function splitTitle(title: string): { type: string; text: string } {
  const match = /^([\p{L}_$][\p{L}\p{N}_$.:<>\\]{0,120}?): (.+)$/su.exec(title)
  return match ? { type: match[1] ?? '', text: match[2] ?? '' } : { type: title, text: '' }
}
