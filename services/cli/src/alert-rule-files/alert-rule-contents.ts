import { AlertRuleRequest, createValidator, fillAlertRule, type AlertRuleSettings } from '@signalbox/contracts'
import type { YamlContents } from '../yaml-files/parse-yaml-file.js'

/** Contents of alert rule files. */
export const alertRuleContents: YamlContents<AlertRuleRequest, AlertRuleSettings> = {
  what: 'alert rules',
  validate: createValidator(AlertRuleRequest, { allFaults: true }),
  fill: fillAlertRule,
}
