/** A statement as sent to the engine's process. */
export interface StatementMessage {
  sql: string
  /** Values of `{name:Type}` as strings; the engine parses them by type. */
  parameters: Readonly<Record<string, string>>
  settings: Readonly<Record<string, string>>
  /** Rows of an INSERT whose statement ends with its format. */
  data?: Uint8Array
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
