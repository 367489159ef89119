import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, tool, type ModelMessage as SdkMessage, type ToolSet } from 'ai'
import { runWithin } from '@signalbox/service-kit'
import type { Completion, LanguageModel, ModelMessage, OfferedTool } from './language-model.js'

export interface OpenAiModelSettings {
  /** Base URL including the version: `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  model: string
  /** Undefined for endpoints that need none. */
  apiKey: string | undefined
  /** Maximum milliseconds per response, including retries. */
  timeoutMs: number
}

const retriesMax = 2
const outputTokensMax = 4_096

/** A model behind any endpoint with an OpenAI-compatible chat completions API. The only file that uses the SDK. */
export function createOpenAiModel({ baseUrl, model, apiKey, timeoutMs }: OpenAiModelSettings): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'configured',
    baseURL: baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    includeUsage: true,
  })
  const languageModel = provider(model)
  return {
    complete: async (request, signal) => {
      const result = await runWithin({ withinMs: timeoutMs, signal }, (abortSignal) =>
        generateText({
          model: languageModel,
          system: request.system,
          messages: request.messages.map(toSdkMessage),
          tools: toToolSet(request.tools),
          toolChoice: request.mustCall ? 'required' : 'auto',
          temperature: 0,
          maxOutputTokens: outputTokensMax,
          maxRetries: retriesMax,
          abortSignal,
        }),
      )
      return toCompletion(result)
    },
  }
}

interface SdkResult {
  text: string
  toolCalls: readonly { toolCallId: string; toolName: string; input: unknown }[]
  usage: { inputTokens: number | undefined; outputTokens: number | undefined }
}

function toCompletion({ text, toolCalls, usage }: SdkResult): Completion {
  return {
    text,
    calls: toolCalls.map(({ toolCallId: id, toolName, input }) => ({ id, tool: toolName, input })),
    usage: { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 },
  }
}

/** Tool definitions without an implementation: the caller decides what a call does. */
function toToolSet(tools: readonly OfferedTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, schema }) => [name, tool({ description, inputSchema: jsonSchema(schema) })]),
  )
}

function toSdkMessage(message: ModelMessage): SdkMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text }
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
          ...message.calls.map(({ id, tool: toolName, input }) => ({
            type: 'tool-call' as const,
            toolCallId: id,
            toolName,
            input: input ?? {},
          })),
        ],
      }
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.callId,
            toolName: message.tool,
            output: { type: 'text', value: message.text },
          },
        ],
      }
  }
}
