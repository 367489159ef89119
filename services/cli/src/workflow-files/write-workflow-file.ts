import { isDeepStrictEqual } from 'node:util'
import { workflowFileDefaults, type WorkflowSettings } from '@signalbox/contracts'
import { Document, Scalar, visit } from 'yaml'

/** In the order in which people read them. */
const fields = [
  'name',
  'agent_name',
  'description',
  'status',
  'repository',
  'instruction',
  'concurrency',
  'timeout_seconds',
  'retry',
  'triggers',
] as const satisfies readonly (keyof WorkflowSettings)[]

/**
 * Writes workflows as YAML, one document each, which parse to the same values. Fields with their default are left out.
 */
export function writeWorkflowFile(workflows: readonly WorkflowSettings[]): string {
  return workflows.map((workflow) => writeDocument(withoutDefaults(workflow))).join('---\n')
}

function writeDocument(value: Record<string, unknown>): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && !isPlainText(node.value)) node.type = Scalar.QUOTE_DOUBLE
    },
  })
  return document.toString({
    lineWidth: 0,
    blockQuote: 'literal',
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  })
}

/**
 * True if a text can be a block scalar: it starts with a word, has no lines of only white space, and no invisible
 * characters.
 */
function isPlainText(text: string): boolean {
  return !/^\s|[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) && !/^[\t ]+$/m.test(text)
}

function withoutDefaults(workflow: WorkflowSettings): Record<string, unknown> {
  const defaults: Readonly<Record<string, unknown>> = workflowFileDefaults
  return Object.fromEntries(
    fields
      .map((name) => [name, workflow[name]] as const)
      .filter(([name, value]) => !isDeepStrictEqual(value, defaults[name])),
  )
}
