/** What is said to a model and by it, in a form that belongs to no library: JSON, so that it can be kept. */
export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ToolCall[] }
  | { role: 'tool'; callId: string; tool: string; text: string }

/** A model asks for a tool. */
export interface ToolCall {
  id: string
  tool: string
  /** JSON as the model wrote it, perhaps nonsense; undefined when it was not JSON. */
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
  /** The model must call one of the tools. */
  mustCall: boolean
}

/** JSON. */
export interface Completion {
  text: string
  calls: ToolCall[]
  usage: { inputTokens: number; outputTokens: number }
}

/** A language model, asked once and without state. */
export interface LanguageModel {
  /** @throws Error when no answer comes that can be understood; aborts with the signal. */
  complete(request: ModelRequest, signal: AbortSignal): Promise<Completion>
}
