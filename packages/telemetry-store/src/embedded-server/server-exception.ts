/** A failure in ClickHouse's form: a code, its name and a message. */
export class ServerException extends Error {
  override readonly name = 'ServerException'

  constructor(
    readonly code: number,
    readonly type: string,
    message: string,
  ) {
    super(message)
  }

  /** Text of the response body, or of the end of a partial result. */
  toText(): string {
    return `Code: ${this.code}. DB::Exception: ${this.message} (${this.type}) (version embedded)`
  }
}

/** Failures detected by this server, with ClickHouse's codes. */
export const exceptions = {
  syntax: (detail: string) => new ServerException(62, 'SYNTAX_ERROR', detail),
  notImplemented: (detail: string) => new ServerException(48, 'NOT_IMPLEMENTED', detail),
  unknownSetting: (name: string) => new ServerException(115, 'UNKNOWN_SETTING', `Unknown setting '${name}'.`),
  unknownCompression: (name: string) =>
    new ServerException(89, 'UNKNOWN_COMPRESSION_METHOD', `Unknown compression method '${name}'.`),
  undecodable: (detail: string) => new ServerException(354, 'CANNOT_DECOMPRESS', detail),
  bodyTooLarge: (bytesMax: number) =>
    new ServerException(229, 'QUERY_IS_TOO_LARGE', `The body is larger than ${bytesMax} bytes.`),
  resultTooLarge: (bytesMax: number) =>
    new ServerException(396, 'TOO_MANY_ROWS_OR_BYTES', `The result is larger than ${bytesMax} bytes.`),
  tooManyQueries: (waiting: number) =>
    new ServerException(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', `Too many queries: ${waiting} are waiting.`),
  sameQueryId: (id: string) =>
    new ServerException(216, 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING', `Query with id = ${id} is already running.`),
  notAuthenticated: (user: string) =>
    new ServerException(
      516,
      'AUTHENTICATION_FAILED',
      `${user}: Authentication failed: password is incorrect, or there is no user with such name.`,
    ),
  clientGone: () => new ServerException(210, 'NETWORK_ERROR', 'The client closed the connection.'),
}

/** Engine failures are strings: `Code: 47. DB::Exception: … (UNKNOWN_IDENTIFIER)`, sometimes nested. */
const engineFailure = /Code: (\d+)\. DB::Exception: ([^]*?)\(([A-Z][A-Z0-9_]{2,})\)/

export function toServerException(error: unknown): ServerException {
  if (error instanceof ServerException) return error
  const text = error instanceof Error ? error.message : String(error)
  const innermost = text.slice(Math.max(0, text.lastIndexOf('Code: ')))
  const [, code, message, type] = engineFailure.exec(innermost) ?? engineFailure.exec(text) ?? []
  if (code === undefined || message === undefined || type === undefined) {
    return new ServerException(1002, 'UNKNOWN_EXCEPTION', text)
  }
  return new ServerException(Number(code), type, message.trimEnd())
}

/** HTTP statuses by error code, as in ClickHouse; all others are 500. */
const statuses: Readonly<Record<number, number>> = {
  36: 400,
  41: 400,
  27: 400,
  43: 400,
  48: 501,
  53: 400,
  62: 400,
  69: 400,
  70: 400,
  72: 400,
  89: 400,
  130: 400,
  354: 400,
  456: 400,
  457: 400,
  46: 404,
  47: 404,
  50: 404,
  56: 404,
  60: 404,
  73: 404,
  81: 404,
  115: 404,
  159: 408,
  202: 503,
  203: 503,
  209: 503,
  210: 503,
  229: 413,
  516: 403,
}

export const statusOf = ({ code }: ServerException): number => statuses[code] ?? 500
