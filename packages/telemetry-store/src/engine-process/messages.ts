/** A statement without the rows of an INSERT. */
interface StatementText {
  sql: string
  /** Values of `{name:Type}` as strings; the engine parses them by type. */
  parameters: Readonly<Record<string, string>>
  settings: Readonly<Record<string, string>>
}

/** A statement for the engine. */
export interface Statement extends StatementText {
  /** Rows of an INSERT whose statement ends with its format, in pieces. */
  rows?: readonly Uint8Array[]
}

/** A statement as sent to the engine's process. */
export interface StatementMessage extends StatementText {
  /** File with the rows. */
  rowsFile?: string | undefined
}

/** Messages to the engine's process. Every `run` is answered once, unless the process ends. */
export type ToEngine =
  /** The first message; sent once. */
  | ({ type: 'open' } & EngineStart)
  | ({ type: 'run'; id: number } & StatementMessage)
  /** Asks the engine to end a statement, which may not be possible. */
  | { type: 'cancel'; id: number }
  | { type: 'close' }

/** Messages from the engine's process. `opened` or `unopened` answers `open`. */
export type FromEngine =
  | { type: 'opened' }
  | { type: 'unopened'; message: string }
  | { type: 'result'; id: number; bytes: Uint8Array }
  /** The engine's message: `Code: 47. DB::Exception: … (UNKNOWN_IDENTIFIER)`. */
  | { type: 'failure'; id: number; message: string }

/** Parameters for opening the engine. */
export interface EngineStart {
  /** Created if missing. */
  dataDirectory: string
  /** Memory limit; the engine refuses statements that would exceed it. */
  memoryBytesMax: number
}
