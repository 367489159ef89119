import { AlertRuleRequest } from './alert-rule-kinds.js'

/** The JSON Schema of a document of an alert rule file, for editors and checks. */
export function createAlertRuleFileSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Signalbox alert rule',
    description: 'One document of a file for `signalbox alert-rules apply`. A file may contain several documents.',
    ...AlertRuleRequest,
  }
}
