import {
  controlPlaneAccessSettings,
  defineConfig,
  publicUrlSettings,
  queryAccessSettings,
  rateLimitSettings,
  servingSettings,
  type ConfigOf,
} from '@signalbox/service-kit'

/** Settings of the agent. */
export const agentSettings = defineConfig({
  agentSessionsAtOnce: {
    env: 'SIGNALBOX_AGENT_SESSIONS_AT_ONCE',
    type: 'integer',
    minimum: 0,
    maximum: 100,
    default: 4,
    description: 'Number of concurrent agent sessions; 0 for none',
  },
  agentStepsMax: {
    env: 'SIGNALBOX_AGENT_STEPS_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 500,
    description: 'Maximum number of steps per agent session',
  },
  agentQueriesMax: {
    env: 'SIGNALBOX_AGENT_QUERIES_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    default: 2_000,
    description: 'Maximum number of queries per agent session',
  },
  agentSecondsMax: {
    env: 'SIGNALBOX_AGENT_SECONDS_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 86_400,
    default: 900,
    description:
      'Maximum working time of an agent session in seconds; waiting, such as for a monitored deployment, does ' +
      'not count',
  },
  agentTokensMax: {
    env: 'SIGNALBOX_AGENT_TOKENS_MAX',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000_000,
    default: 1_000_000,
    description: 'Maximum number of model tokens per agent session, input and output combined',
  },
  agentMicroDollarsMax: {
    env: 'SIGNALBOX_AGENT_MICRODOLLARS_MAX',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000_000,
    default: 2_000_000,
    description: 'Maximum model cost per agent session in millionths of a dollar, at the configured prices',
  },
  watchMinutes: {
    env: 'SIGNALBOX_WATCH_MINUTES',
    type: 'integer',
    minimum: 5,
    maximum: 720,
    default: 30,
    description: 'Minutes for which a deployment is monitored',
  },
  modelBaseUrl: {
    env: 'SIGNALBOX_LLM_BASE_URL',
    type: 'url',
    description:
      'Base URL of an OpenAI-compatible endpoint including its version, such as http://127.0.0.1:11434/v1. ' +
      'Default: no model is used',
  },
  modelName: {
    env: 'SIGNALBOX_LLM_MODEL',
    type: 'text',
    lengthMax: 200,
    description: 'Model name at that endpoint; required with the endpoint',
  },
  modelApiKey: {
    env: 'SIGNALBOX_LLM_API_KEY',
    type: 'text',
    lengthMax: 4_096,
    secret: true,
    description: 'API key for that endpoint, if it requires one',
  },
  modelSecondsMax: {
    env: 'SIGNALBOX_LLM_SECONDS_MAX',
    type: 'integer',
    minimum: 1,
    maximum: 3_600,
    default: 120,
    description: 'Timeout for one model response in seconds, including retries',
  },
  modelInputPrice: {
    env: 'SIGNALBOX_LLM_INPUT_PRICE',
    type: 'integer',
    minimum: 0,
    maximum: 100_000_000,
    default: 0,
    description: 'Price of 1000 input tokens in millionths of a dollar',
  },
  modelOutputPrice: {
    env: 'SIGNALBOX_LLM_OUTPUT_PRICE',
    type: 'integer',
    minimum: 0,
    maximum: 100_000_000,
    default: 0,
    description: 'Price of 1000 output tokens in millionths of a dollar',
  },
})
export type AgentConfig = ConfigOf<typeof agentSettings>

/** All settings of the agent as a separate process. */
export const agentServiceSettings = defineConfig({
  ...servingSettings,
  ...publicUrlSettings,
  ...controlPlaneAccessSettings,
  ...queryAccessSettings,
  ...rateLimitSettings,
  ...agentSettings,
})
export type AgentServiceConfig = ConfigOf<typeof agentServiceSettings>
