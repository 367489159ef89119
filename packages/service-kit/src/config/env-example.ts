import type { ConfigDefinition, Setting } from './define-config.js'

/** Settings under one heading of the example file. */
export interface ConfigSection {
  title: string
  definition: ConfigDefinition
}

/** Renders `deploy/env.example`: each variable with its description and range and, commented out, its default. */
export function renderEnvExample(sections: readonly ConfigSection[]): string {
  const rendered = sections.map(({ title, definition }) => {
    const settings = Object.values(definition).map(renderSetting)
    return [`## ${title}`, ...settings].join('\n\n')
  })
  return `${rendered.join('\n\n')}\n`
}

function renderSetting(setting: Setting): string {
  const range = describeRange(setting)
  const needed = setting.required ? '. Required' : ''
  const lines = [`# ${setting.description}${range === '' ? '' : ` (${range})`}${needed}`]
  return [...lines, `#${setting.env}=${renderDefault(setting)}`].join('\n')
}

function describeRange(setting: Setting): string {
  if (setting.type === 'integer') return `${setting.minimum} to ${setting.maximum}`
  if (setting.type === 'choice') return setting.choices.join(', ')
  if (setting.type === 'boolean') return 'true or false'
  if (setting.type === 'list') return 'separated by commas'
  return setting.type === 'text' ? (setting.expected ?? '') : ''
}

function renderDefault(setting: Setting): string {
  if (setting.secret || setting.default === undefined) return ''
  return setting.type === 'list' ? setting.default.join(',') : String(setting.default)
}
