const keyLengthMax = 512

/**
 * Reads the API key of an `Authorization` header: `Bearer <key>` or `Token <key>`, the word in any case.
 * @returns undefined when there is no such header or it has another form.
 */
export function readApiKey(authorizationHeader: string | undefined): string | undefined {
  if (authorizationHeader === undefined || authorizationHeader.length > keyLengthMax) return undefined
  return /^(?:bearer|token) +([\x21-\x7e]+) *$/i.exec(authorizationHeader)?.[1]
}
