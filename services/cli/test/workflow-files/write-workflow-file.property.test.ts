import { toWorkflowSettings, type WorkflowFile } from '@signalbox/contracts'
import { expect } from 'chai'
import fc from 'fast-check'
import { workflowContents } from '../../src/workflow-files/workflow-contents.js'
import { parseYamlFile } from '../../src/yaml-files/parse-yaml-file.js'
import { writeWorkflowFile } from '../../src/workflow-files/write-workflow-file.js'

/** Texts that unquoted YAML would change. */
const tricky = fc.constantFrom(
  'no',
  'null',
  '~',
  '0x1f',
  '1_000',
  '1e3',
  '2026-01-01',
  '- a',
  '# a',
  'a: b',
  '*a',
  '&a',
)
const text = fc
  .oneof(
    tricky,
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc
      .array(
        fc.oneof(
          tricky,
          fc.constantFrom('', ' ', '\t', '  two', '---', '...', '{{ a.b }}', '\u0007', 'tail \t', 'a\tb'),
        ),
        {
          maxLength: 6,
        },
      )
      .map((lines) => lines.join('\n')),
  )
  .filter((value) => /\S/.test(value))

const workflow: fc.Arbitrary<WorkflowFile> = fc.record(
  {
    name: text,
    agent_name: text,
    instruction: text,
    description: text,
    status: fc.constantFrom('active', 'disabled'),
    concurrency: fc.constantFrom('allow', 'skip', 'queue'),
    timeout_seconds: fc.integer({ min: 10, max: 3_600 }),
    retry: fc.record({ max_attempts: fc.integer({ min: 1, max: 10 }) }),
    triggers: fc.array(fc.record({ name: text, kind: fc.constant('manual'), context: fc.dictionary(text, text) }), {
      maxLength: 3,
    }),
  },
  { requiredKeys: ['name', 'agent_name', 'instruction'] },
)

describe('writeWorkflowFile', () => {
  it('writes files that parse to the same, whatever the texts', () => {
    fc.assert(
      fc.property(fc.array(workflow, { minLength: 1, maxLength: 3 }), (files) => {
        const settings = files.map(toWorkflowSettings)
        const read = parseYamlFile({ file: 'a.yaml', source: writeWorkflowFile(settings) }, workflowContents)
        expect(read.map((document) => document.settings)).to.deep.equal(settings)
      }),
      { numRuns: 100 },
    )
  })

  it('leaves an instruction with indented lines readable', () => {
    const instruction = 'Look:\n  - here\n\n  - there\n'
    const file = toWorkflowSettings({ name: 'A', agent_name: 'B', instruction })
    expect(writeWorkflowFile([file])).to.contain('instruction: |\n  Look:\n    - here\n\n    - there\n')
  })
})
