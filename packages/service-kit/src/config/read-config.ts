import type { ConfigDefinition, ConfigOf, Setting, TextSetting } from './define-config.js'

/** The environment does not satisfy the settings. The message lists every faulty variable, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly faults: readonly string[]) {
    super(['Invalid configuration:', ...faults.map((fault) => `  ${fault}`)].join('\n'))
  }
}

type Reading = { value: unknown } | { expected: string }

/**
 * Reads settings from an environment. An empty variable counts as unset.
 * @throws ConfigError that lists all faulty variables at once with the expected values.
 */
export function readConfig<D extends ConfigDefinition>(
  definition: D,
  env: Readonly<Record<string, string | undefined>>,
): ConfigOf<D> {
  const faults: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(definition)) {
    const text = (env[setting.env] ?? '').trim()
    const reading = text === '' ? { value: setting.default } : readSetting(setting, text)
    if (text === '' && setting.required) {
      faults.push(`${setting.env} must be set: ${setting.description}`)
    } else if ('expected' in reading) {
      faults.push(`${setting.env} must be ${reading.expected}${setting.secret ? '' : `, not ${JSON.stringify(text)}`}`)
    } else {
      config[name] = reading.value
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config as ConfigOf<D>
}

const words: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
}

function readSetting(setting: Setting, text: string): Reading {
  switch (setting.type) {
    case 'integer': {
      const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
      const inRange = value >= setting.minimum && value <= setting.maximum
      return inRange ? { value } : { expected: `an integer between ${setting.minimum} and ${setting.maximum}` }
    }
    case 'boolean': {
      const value = words[text.toLowerCase()]
      return value === undefined ? { expected: 'true or false' } : { value }
    }
    case 'choice':
      return setting.choices.includes(text) ? { value: text } : { expected: `one of ${setting.choices.join(', ')}` }
    case 'list':
      return { value: text.split(',').flatMap((part) => part.trim() || []) }
    case 'url':
      return readUrl(text)
    case 'text':
      return readText(setting, text)
  }
}

function readText(setting: TextSetting, text: string): Reading {
  const { lengthMin = 1, lengthMax = 4_096, pattern } = setting
  const found = pattern?.exec(text)?.[0]
  const matches = pattern === undefined || found === text
  if (text.length >= lengthMin && text.length <= lengthMax && matches) return { value: text }
  return { expected: setting.expected ?? `text of ${lengthMin} to ${lengthMax} characters` }
}

function readUrl(text: string): Reading {
  const expected = 'a URL such as https://signalbox.example.com'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { expected }
  if (url.username !== '' || url.password !== '') return { expected: `${expected}, without a user name or password` }
  if (url.search !== '' || url.hash !== '') return { expected: `${expected}, without a query or fragment` }
  return { value: `${url.origin}${url.pathname.replace(/\/+$/, '')}` }
}
