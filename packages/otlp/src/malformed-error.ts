/** The bytes don't have the declared format: the sender is at fault, and a retry doesn't help. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError'
}

/** The request contains more than can be accepted at once; smaller requests are accepted. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}
