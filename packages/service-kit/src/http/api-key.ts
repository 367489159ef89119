const keyLengthMax = 512

/**
 * Reads the API key of an `Authorization` header: `Bearer <key>` or `Token <key>`, with the scheme in any case.
 * @returns undefined if the header is missing or has a different form.
 */
export function readApiKey(authorizationHeader: string | undefined): string | undefined {
  if (authorizationHeader === undefined || authorizationHeader.length > keyLengthMax) return undefined
  return /^(?:bearer|token) +([\x21-\x7e]+) *$/i.exec(authorizationHeader)?.[1]
}
