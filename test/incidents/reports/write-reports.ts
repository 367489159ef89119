import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createApiClient } from '@signalbox/api-client'
import { createId } from '@signalbox/contracts'
import { renderReport } from '../../../services/cli/src/output/render-session.js'
import { eventually } from '../../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../../support/in-process-signalbox.js'
import { runEngine } from '../../support/run-engine.js'
import { toInstallation } from '../../support/to-installation.js'
import { playbook, reportCases, type ReportCase } from './report-cases.js'

/**
 * Sends each case to its own installation through the public API, investigates it without a model, and writes the reports
 * to `docs/reports.md`: `make reports`. Times are those of the run.
 */
const document = fileURLToPath(new URL('../../../docs/reports.md', import.meta.url))

const introduction = `# Example reports

What \`signalbox sessions show\` prints for sessions of several kinds, without a language model. Each case was sent to an empty installation
through the public API. \`make reports\` runs them again and regenerates this page, so the times are those of the last run.

The summary comes first and stands alone. Below it, \`+\` marks claims that were verified on stored results, with the ids of that evidence.
A claim that the summary contains is not repeated; \`Evidence\` names what the summary rests on.`

async function runCase({ title, prepare }: ReportCase): Promise<string> {
  const signalbox = await startInProcess()
  try {
    const { prompt, context = {}, engine = playbook, rows } = await prepare(toInstallation(signalbox), Date.now())
    await eventually(() => expectRows(signalbox, rows), { withinMs: 60_000 })
    const api = createApiClient({ baseUrl: signalbox.url, apiKey: signalbox.apiKey })
    const id = createId()
    const origin = { kind: 'manual', id: null } as const
    const asked = { id, organizationId: '', prompt, context, origin, createdAt: Date.now() }
    const { session } = await runEngine(api, engine, asked)
    if (session.report === null) throw new Error(`${title}: no report`)
    console.error(`${title}: ${session.report.verdict}`)
    return `## ${title}\n\nAsked: ${prompt}\n\n\`\`\`text\n${renderReport(session.report).trimEnd()}\n\`\`\``
  } finally {
    await signalbox.close()
  }
}

async function expectRows(signalbox: InProcessSignalbox, rows: Readonly<Record<string, number>>): Promise<void> {
  for (const [table, count] of Object.entries(rows)) {
    const stored = await signalbox.readColumn(table, table === 'spans' ? 'span_id' : 'timestamp')
    if (stored.length < count) throw new Error(`${stored.length} of ${count} rows of ${table} are stored`)
  }
}

const reports: string[] = []
for (const each of reportCases) reports.push(await runCase(each))
writeFileSync(document, `${[introduction, ...reports].join('\n\n')}\n`)
process.exit(0)
