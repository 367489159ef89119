import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { parse } from 'yaml'
import { run } from '../../../services/cli/test/support/run.js'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import { listDocuments, readBlocks, readDocument, readHelpExamples, type CodeBlock } from './code-blocks.js'
import { leftOut } from './left-out.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const execute = promisify(execFile)
const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()

const reasonOf = (document: string, { text }: CodeBlock) =>
  leftOut.find((each) => each.document === document && text.startsWith(each.begins))

const shellBlocks = listDocuments().flatMap((document) =>
  readBlocks(document)
    .filter(({ language }) => language === 'sh')
    .map((block) => ({ document, block })),
)

/** Placeholders for the installation's address. */
const standIns = [
  'http://127.0.0.1:8000',
  'https://signalbox.example.com',
  'https://signalbox.example',
  'https://other.example',
]

describe('shell blocks of the documents', () => {
  let signalbox: SignalboxProcess
  let folder: string
  let programs: string
  let env: Record<string, string>

  before(async () => {
    signalbox = await startSignalbox()
    programs = await mkdtemp(join(tmpdir(), 'signalbox-programs-'))
    const program = `"${process.execPath}" "${root}/services/cli/bin/signalbox.js"`
    await addProgram('signalbox', `exec ${program} "$@"`)
    await addProgram('npx', `shift; exec ${program} "$@"`)
    // What it would fetch is already in place.
    await addProgram('npm', 'exit 0')
  })
  after(async () => {
    await signalbox.dispose()
    await rm(programs, { recursive: true, force: true })
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-documents-'))
    await prepareFolder()
    const { projects } = await signalbox.get<{ projects: { dsn: string }[] }>('/api/v1/telemetry/projects/')
    const { url, apiKey } = signalbox
    env = {
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      SIGNALBOX_URL: url,
      URL: url,
      SIGNALBOX_API_KEY: apiKey,
      API_KEY: apiKey,
      KEY: apiKey,
      DSN: toRunning(projects[0]?.dsn ?? ''),
      BEFORE: git(folder, 'rev-parse', 'HEAD~1'),
      AFTER: git(folder, 'rev-parse', 'HEAD'),
    }
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function addProgram(name: string, script: string): Promise<void> {
    const file = join(programs, name)
    await writeFile(file, `#!/bin/bash\n${script}\n`)
    await chmod(file, 0o755)
  }

  /** A repository with two commits, and the files that documents mention. */
  async function prepareFolder(): Promise<void> {
    git(folder, 'init', '-q')
    for (const number of [1, 2]) {
      const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
      git(folder, ...author, 'commit', '-q', '--allow-empty', '-m', `Commit ${number}`)
    }
    const yamlOf = (document: string) => readBlocks(document).find(({ language }) => language === 'yaml')?.text ?? ''
    await mkdir(join(folder, 'workflows'))
    await mkdir(join(folder, 'dist'))
    await writeFile(join(folder, 'workflows', 'workflow.yaml'), yamlOf('docs/workflow-files.md'))
    await writeFile(join(folder, 'rules.yaml'), yamlOf('docs/alerts.md').replaceAll(/^project_id:.*\n/gm, ''))
    await writeFile(join(folder, 'dist', 'app.min.js'), 'x()\n//# sourceMappingURL=app.min.js.map\n')
    await writeFile(
      join(folder, 'dist', 'app.min.js.map'),
      '{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA"}',
    )
    await copyFile(join(root, 'test/fixtures/imports/bugsink-dumpdata.json'), join(folder, 'dump.json'))
    await writeFile(join(folder, 'deploy.sh'), '#!/bin/sh\n', { mode: 0o755 })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await symlink(signalbox.dataDirectory, join(folder, 'data'))
  }

  const toRunning = (text: string) => standIns.reduce((said, each) => said.replaceAll(each, signalbox.url), text)

  /** Runs a script as pasted. An API error is a failure as well: `curl` prints it and continues. */
  async function runScript(script: string, more: Record<string, string> = {}): Promise<string> {
    const options = { cwd: folder, env: { ...env, ...more }, timeout: 120_000 }
    const { stdout, stderr } = await execute('bash', ['--norc', '-euo', 'pipefail', '-c', toRunning(script)], options)
    expect(stdout + stderr).to.not.match(/urn:signalbox:problem|HTTP\/\S+ [45]\d\d/)
    return stdout
  }

  const runnable = shellBlocks.filter(({ document, block }) => !reasonOf(document, block))
  for (const document of new Set(runnable.map((each) => each.document))) {
    it(`of ${document} work as described`, async () => {
      const blocks = runnable.filter((each) => each.document === document)
      // One shell for all blocks, as for a reader: variables carry over to the next block.
      const script = blocks.map(({ block }) => `echo "line ${block.line}" >&2\n${block.text}`).join('\n')
      await runScript(script)
    })
  }

  it('are skipped only with a reason that names their test', () => {
    for (const { document, begins, reason } of leftOut) {
      expect(readDocument(document), document).to.contain(begins)
      const [path] = /(test|services)\/[\w/.-]+/.exec(reason) ?? []
      if (path !== undefined) expect(existsSync(join(root, path)), path).to.equal(true)
    }
  })

  it('of pipelines announce their deployment, and do the same when repeated', async () => {
    interface Step {
      run?: string
    }
    const [github, gitlab] = readBlocks('docs/ci.md').filter(({ language }) => language === 'yaml')
    const { jobs } = parse(github?.text ?? '') as { jobs: { deploy: { steps: Step[] } } }
    const said: Record<string, string> = {
      'github.event.before': '$BEFORE',
      'github.sha': '$AFTER',
      'github.repository': 'acme/shop',
      'github.ref_name': 'main',
      'github.ref': 'refs/heads/main',
      'github.server_url': 'https://github.com',
      'github.run_id': '7',
      "job.status == 'success' && 'success' || 'failure'": 'success',
    }
    const steps = jobs.deploy.steps.flatMap(({ run: script }) => (script === undefined ? [] : [script]))
    const script = steps
      .join('\n')
      .replaceAll(/\$\{\{ (.*?) \}\}/g, (_, name: string) => said[name] ?? expect.fail(name))
    const cli = { CLI_PACKAGE: 'packed.tgz' }
    const first = await runScript(script, cli)
    expect(await runScript(script, cli)).to.equal(first)

    const { deploy } = parse(gitlab?.text ?? '') as { deploy: Record<string, string[]> }
    const lines = ['before_script', 'script', 'after_script'].flatMap((part) => deploy[part] ?? [])
    const variables = {
      CI_COMMIT_BEFORE_SHA: env['BEFORE'] ?? '',
      CI_COMMIT_SHA: env['AFTER'] ?? '',
      CI_PROJECT_PATH: 'acme/other',
      CI_COMMIT_REF_NAME: 'main',
      CI_ENVIRONMENT_NAME: 'production',
      CI_PIPELINE_URL: 'https://gitlab.example.com/1',
      CI_JOB_STATUS: 'failed',
    }
    expect(await runScript(lines.join('\n'), { ...cli, ...variables })).to.match(
      /^1 commits recorded\n[0-9a-f-]{36}\n$/,
    )
    const { deployments } = await signalbox.get<{ deployments: { repository_full_name: string; status: string }[] }>(
      '/api/v1/deployments/',
    )
    expect(deployments.filter(({ repository_full_name: name }) => name === 'acme/other')).to.have.length(1)
  })
})

describe('examples in the help', () => {
  let signalbox: SignalboxProcess
  before(async () => {
    signalbox = await startSignalbox()
  })
  after(() => signalbox.dispose())

  it('are valid command lines', async () => {
    const examples = readHelpExamples().filter((line) => !line.includes('<'))
    expect(examples.length).to.be.greaterThan(30)
    for (const line of examples) {
      // Nothing listens there: requests fail, but wrong usage is reported before.
      const env = { SIGNALBOX_URL: 'http://127.0.0.1:9', SIGNALBOX_API_KEY: 'key', HOME: '/nonexistent' }
      const { err } = await run(wordsOf(line), { env, runOffline: () => Promise.resolve(true) })
      expect(err, line).to.not.match(/^error: /m)
    }
  })

  it('make valid requests', async () => {
    const asking = readHelpExamples().filter((line) =>
      /^signalbox (?:errors|issues|traces?|logs|sessions|dead-)/.test(line),
    )
    // Commands that run until stopped are tested in test/e2e/command-line, and an ellipsis stands for an id.
    const ending = asking.filter((line) => !/ --(?:follow|watch)|…/.test(line))
    expect(ending.length).to.be.greaterThan(15)
    for (const line of ending) {
      const env = { SIGNALBOX_URL: signalbox.url, SIGNALBOX_API_KEY: signalbox.apiKey, HOME: '/nonexistent' }
      const { code, err } = await run(wordsOf(line), { env })
      // The installation has no object that an example could name.
      if (code !== 0) expect(err, line).to.match(/\(404\)|no member has the address/)
    }
  })
})

/** The words after the program name, up to a comment or the next program. */
function wordsOf(example: string): string[] {
  const [command = ''] = example.split(/ {2,}| [|>] /)
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '').slice(1)
}
