import { createValidator, toWorkflowSettings, WorkflowFile, type WorkflowSettings } from '@signalbox/contracts'
import type { YamlContents } from '../yaml-files/parse-yaml-file.js'

/** Files of workflows. */
export const workflowContents: YamlContents<WorkflowFile, WorkflowSettings> = {
  what: 'workflows',
  validate: createValidator(WorkflowFile, { allFaults: true }),
  fill: toWorkflowSettings,
}
