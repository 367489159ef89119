import type { LanguageModel } from './language-model.js'

/** What operators set of a model; see `../config.ts`. */
export interface ModelConfig {
  modelBaseUrl: string | undefined
  modelName: string | undefined
  modelApiKey: string | undefined
  modelSecondsMax: number
}

/** The model that is set up. @returns undefined when none is: address and name are both needed. */
export function createConfiguredModel(config: ModelConfig): LanguageModel | undefined {
  const { modelBaseUrl: baseUrl, modelName: model, modelApiKey: apiKey, modelSecondsMax } = config
  if (baseUrl === undefined || model === undefined) return undefined
  const settings = { baseUrl, model, apiKey, timeoutMs: modelSecondsMax * 1_000 }
  let opened: Promise<LanguageModel> | undefined
  return {
    complete: async (request, signal) => {
      // The library of models takes long to load, and most installations never ask one.
      opened ??= import('./openai-model.js').then(({ createOpenAiModel }) => createOpenAiModel(settings))
      return (await opened).complete(request, signal)
    },
  }
}
