/** Messages to and from a model, independent of any library: JSON, so that they can be stored. */
export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ToolCall[] }
  | { role: 'tool'; callId: string; tool: string; text: string }

/** A model's request to call a tool. */
export interface ToolCall {
  id: string
  tool: string
  /** JSON as the model wrote it, possibly invalid for the tool; undefined if it wasn't JSON. */
  input: unknown
}

export interface OfferedTool {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  schema: object
}

export interface ModelRequest {
  system: string
  messages: readonly ModelMessage[]
  tools: readonly OfferedTool[]
  /** True if the model must call one of the tools. */
  mustCall: boolean
}

/** JSON. */
export interface Completion {
  text: string
  calls: ToolCall[]
  usage: { inputTokens: number; outputTokens: number }
}

/** A stateless language model. */
export interface LanguageModel {
  /** @throws Error if there is no intelligible response; aborts with the signal. */
  complete(request: ModelRequest, signal: AbortSignal): Promise<Completion>
}
