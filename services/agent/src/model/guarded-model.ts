import type { LanguageModel, ModelMessage, ToolCall } from './language-model.js'
import type { SecretVault } from './secret-vault.js'

/**
 * The boundary to a model: nothing that looks like a secret passes it, in whatever part of a request. The model's
 * responses are returned unchanged, with placeholders.
 */
export function guardModel(model: LanguageModel, vault: SecretVault): LanguageModel {
  return {
    complete: (request, signal) => {
      const system = vault.hideText(request.system)
      const messages = request.messages.map((message) => hideMessage(message, vault))
      return model.complete({ ...request, system, messages }, signal)
    },
  }
}

function hideMessage(message: ModelMessage, vault: SecretVault): ModelMessage {
  const text = vault.hideText(message.text)
  return message.role === 'assistant'
    ? { ...message, text, calls: message.calls.map((call) => hideCall(call, vault)) }
    : { ...message, text }
}

function hideCall(call: ToolCall, vault: SecretVault): ToolCall {
  return { ...call, input: vault.hide(call.input) }
}
