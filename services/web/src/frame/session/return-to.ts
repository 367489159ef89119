/** Accepts only a path of this installation: anyone could have written the address. */
export function safePath(text: unknown): string {
  return typeof text === 'string' && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) ? text : '/'
}
