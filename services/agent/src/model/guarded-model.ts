import type { LanguageModel, ModelMessage, ToolCall } from './language-model.js'
import type { SecretVault } from './secret-vault.js'

/**
 * The boundary to a model: nothing passes it that looks like a secret, whatever part of a request it stands in. What the
 * model says comes back as it is, with placeholders.
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
