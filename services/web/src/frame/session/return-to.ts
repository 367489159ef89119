/** A path of this installation, and nothing else: what stands in an address may have been written by anybody. */
export function safePath(text: unknown): string {
  return typeof text === 'string' && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text) ? text : '/'
}
