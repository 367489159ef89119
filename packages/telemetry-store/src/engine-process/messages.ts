/** One statement for the engine, as it travels to the process that runs it. */
export interface StatementMessage {
  sql: string
  /** Values of `{name:Type}`, as texts that the engine reads by the type. */
  parameters: Readonly<Record<string, string>>
  settings: Readonly<Record<string, string>>
  /** Rows of an INSERT whose statement ends with its format, UTF-8. */
  data?: Uint8Array
}

/** What the engine's process is told. Every `run` is answered once, unless the process ends. */
export type ToEngine =
  /** Comes first, and once. */
  | ({ type: 'open' } & EngineStart)
  | ({ type: 'run'; id: number } & StatementMessage)
  /** Asks the engine to end a statement; it may not be able to. */
  | { type: 'cancel'; id: number }
  | { type: 'close' }

/** What the engine's process tells. `opened` or `unopened` answers `open`. */
export type FromEngine =
  | { type: 'opened' }
  | { type: 'unopened'; message: string }
  | { type: 'result'; id: number; bytes: Uint8Array }
  /** The engine's own words: `Code: 47. DB::Exception: … (UNKNOWN_IDENTIFIER)`. */
  | { type: 'failure'; id: number; message: string }

/** What an engine is opened with. */
export interface EngineStart {
  /** Created when missing. */
  dataDirectory: string
  /** The engine refuses statements that would make it hold more. */
  memoryBytesMax: number
}
