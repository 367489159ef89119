import { AlertRuleRequest } from './alert-rule-kinds.js'

/** Creates the JSON Schema of an alert rule document, for editors and linters. */
export function createAlertRuleFileSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Signalbox alert rule',
    description: 'One document of a file for `signalbox alert-rules apply`. A file may contain several documents.',
    ...AlertRuleRequest,
  }
}
