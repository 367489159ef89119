import {
  controlPlaneAccessSettings,
  defineConfig,
  publicUrlSettings,
  queryAccessSettings,
  rateLimitSettings,
  servingSettings,
  type ConfigOf,
} from '@signalbox/service-kit'

/** What operators can set of the agent. */
export const agentSettings = defineConfig({
  agentSessionsAtOnce: {
    env: 'SIGNALBOX_AGENT_SESSIONS_AT_ONCE',
    type: 'integer',
    minimum: 0,
    maximum: 100,
    default: 4,
    description: 'Agent sessions that run at the same time; 0 for none',
  },
  agentStepsMax: {
    env: 'SIGNALBOX_AGENT_STEPS_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 500,
    description: 'Steps of one agent session',
  },
  agentQueriesMax: {
    env: 'SIGNALBOX_AGENT_QUERIES_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    default: 2_000,
    description: 'Queries of one agent session',
  },
  agentSecondsMax: {
    env: 'SIGNALBOX_AGENT_SECONDS_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 86_400,
    default: 900,
    description: 'Seconds of work of one agent session; waiting, as for a deployment that is watched, is not counted',
  },
  agentTokensMax: {
    env: 'SIGNALBOX_AGENT_TOKENS_MAX',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000_000,
    default: 1_000_000,
    description: 'Tokens of a model, in and out, of one agent session',
  },
  agentMicroDollarsMax: {
    env: 'SIGNALBOX_AGENT_MICRODOLLARS_MAX',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000_000,
    default: 2_000_000,
    description: 'What the tokens of one agent session may cost, in millionths of a dollar, by the prices that are set',
  },
  watchMinutes: {
    env: 'SIGNALBOX_WATCH_MINUTES',
    type: 'integer',
    minimum: 5,
    maximum: 720,
    default: 30,
    description: 'Minutes for which a deployment is watched',
  },
  modelBaseUrl: {
    env: 'SIGNALBOX_LLM_BASE_URL',
    type: 'url',
    description:
      'Address of an OpenAI-compatible endpoint with its version, such as http://127.0.0.1:11434/v1; without it no model is asked',
  },
  modelName: {
    env: 'SIGNALBOX_LLM_MODEL',
    type: 'text',
    lengthMax: 200,
    description: 'Model to ask at that endpoint; needed with the address',
  },
  modelApiKey: {
    env: 'SIGNALBOX_LLM_API_KEY',
    type: 'text',
    lengthMax: 4_096,
    secret: true,
    description: 'Key for that endpoint, where it needs one',
  },
  modelSecondsMax: {
    env: 'SIGNALBOX_LLM_SECONDS_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 3_600,
    default: 120,
    description: 'Seconds that one answer of the model may take, repetitions after failures included',
  },
  modelInputPrice: {
    env: 'SIGNALBOX_LLM_INPUT_PRICE',
    type: 'integer',
    minimum: 0,
    maximum: 100_000_000,
    default: 0,
    description: 'Price of 1000 tokens that the model reads, in millionths of a dollar',
  },
  modelOutputPrice: {
    env: 'SIGNALBOX_LLM_OUTPUT_PRICE',
    type: 'integer',
    minimum: 0,
    maximum: 100_000_000,
    default: 0,
    description: 'Price of 1000 tokens that the model writes, in millionths of a dollar',
  },
})
export type AgentConfig = ConfigOf<typeof agentSettings>

/** Every setting of the agent as a process of its own. */
export const agentServiceSettings = defineConfig({
  ...servingSettings,
  ...publicUrlSettings,
  ...controlPlaneAccessSettings,
  ...queryAccessSettings,
  ...rateLimitSettings,
  ...agentSettings,
})
export type AgentServiceConfig = ConfigOf<typeof agentServiceSettings>
