import type { LanguageModel } from './language-model.js'

/** Model settings of the operator; see `../config.ts`. */
export interface ModelConfig {
  modelBaseUrl: string | undefined
  modelName: string | undefined
  modelApiKey: string | undefined
  modelSecondsMax: number
}

/**
 * Creates the configured model.
 * @returns undefined if none is configured: both address and name are needed.
 */
export function createConfiguredModel(config: ModelConfig): LanguageModel | undefined {
  const { modelBaseUrl: baseUrl, modelName: model, modelApiKey: apiKey, modelSecondsMax } = config
  if (baseUrl === undefined || model === undefined) return undefined
  const settings = { baseUrl, model, apiKey, timeoutMs: modelSecondsMax * 1_000 }
  let opened: Promise<LanguageModel> | undefined
  return {
    complete: async (request, signal) => {
      // The model library loads slowly, and most installations never use one.
      opened ??= import('./openai-model.js').then(({ createOpenAiModel }) => createOpenAiModel(settings))
      return (await opened).complete(request, signal)
    },
  }
}
