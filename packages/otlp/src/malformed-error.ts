/** The bytes are not what they claim to be: the sender is at fault, and sending them again does not help. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError'
}

/** The request holds more than may be taken in at once: smaller ones are welcome. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}
