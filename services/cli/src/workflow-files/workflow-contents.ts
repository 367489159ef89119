import { createValidator, toWorkflowSettings, WorkflowFile, type WorkflowSettings } from '@signalbox/contracts'
import type { YamlContents } from '../yaml-files/parse-yaml-file.js'

/** Contents of workflow files. */
export const workflowContents: YamlContents<WorkflowFile, WorkflowSettings> = {
  what: 'workflows',
  validate: createValidator(WorkflowFile, { allFaults: true }),
  fill: toWorkflowSettings,
}
