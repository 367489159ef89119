import { readFile } from 'node:fs/promises'
import { uploadSourceMaps, type Static } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { batchFiles } from '../source-maps/batch-files.js'
import { createCountCommand, createDeleteCommand, createListCommand } from './sourcemaps-list.js'
import { findSourceMaps, type FoundFile } from '../source-maps/find-source-maps.js'

interface UploadOptions extends ConnectionOptions {
  project: string
  release?: string
  dist?: string
  urlPrefix: string
  json: boolean
}

type Uploaded = Static<(typeof uploadSourceMaps)['response']>

const help = `
Files are found by the debug ids they contain, or else by the release, dist and URL of the event, which must match those of
the upload. A file's URL is the prefix followed by its path below the folder; \`~\` matches any host.

Examples:
  signalbox sourcemaps upload dist --project 1 --release shop@1.2.0 --url-prefix '~/static/js'
  signalbox sourcemaps upload app.min.js app.min.js.map --project 1 --release shop@1.2.0
  signalbox sourcemaps upload build.zip --project 1 --json`

/** Large uploads take long. */
const timeoutMs = 600_000

/** `signalbox sourcemaps`: uploads source maps without any other tool. */
export function createSourceMapsCommand(environment: CliEnvironment): Command {
  return new Command('sourcemaps')
    .summary('Upload minified files and their source maps, list and delete uploads')
    .description('Upload minified files and their source maps, so that errors show the original code')
    .addCommand(createUploadCommand(environment))
    .addCommand(createListCommand(environment))
    .addCommand(createCountCommand(environment))
    .addCommand(createDeleteCommand(environment))
}

function createUploadCommand(environment: CliEnvironment): Command {
  const command = new Command('upload')
    .description('Upload scripts and source maps as files, folders or ZIP archives')
    .argument('<path...>', 'Files and folders')
    .requiredOption('--project <id>', 'Telemetry project, by id or DSN number')
    .option('--release <name>', 'Release of the events; required for files without debug ids')
    .option('--dist <name>', 'Dist of the events, if they have one')
    .option('--url-prefix <prefix>', "Prefix of each file's path", '~/')
    .option('--json', 'Print the result as JSON', false)
  return addConnectionOptions(command)
    .addHelpText('after', help)
    .action(async (paths: string[], options: UploadOptions) => {
      const uploaded = await upload(paths, options, environment)
      const files = uploaded.flatMap((answer) => answer.files)
      if (options.json) environment.stdout.write(`${JSON.stringify({ files }, null, 2)}\n`)
      else environment.stdout.write(`${describeCount(files.length)} uploaded\n`)
      warn(files, options, environment)
    })
}

/** Sends one batch after the other, so that only one is in memory; uploading a file again does no harm. */
async function upload(
  paths: readonly string[],
  options: UploadOptions,
  environment: CliEnvironment,
): Promise<Uploaded[]> {
  const client = connect(options, environment)
  const files = await findSourceMaps(paths)
  const answers: Uploaded[] = []
  let sent = 0
  for (const batch of batchFiles(files)) {
    const form = await createForm(batch, options)
    answers.push(
      await client.upload(uploadSourceMaps, { params: { project_id: options.project } }, { form, timeoutMs }),
    )
    sent += batch.length
    if (sent < files.length) environment.stderr.write(`Uploaded ${sent} of ${files.length} files …\n`)
  }
  return answers
}

async function createForm(files: readonly FoundFile[], { release, dist, urlPrefix }: UploadOptions): Promise<FormData> {
  const form = new FormData()
  if (release !== undefined) form.append('release', release)
  if (dist !== undefined) form.append('dist', dist)
  form.append('url_prefix', urlPrefix)
  for (const { path, name } of files) form.append('file', new Blob([new Uint8Array(await readFile(path))]), name)
  return form
}

function describeCount(files: number): string {
  return files === 1 ? '1 file' : `${files} files`
}

/** Warns about problems that would otherwise surface only when the first error stays minified. */
function warn(files: Uploaded['files'], { release }: UploadOptions, { stderr }: CliEnvironment): void {
  const nameless = files.filter(({ debug_id: id }) => id === null)
  if (release === undefined && nameless.length > 0) {
    stderr.write(
      `signalbox: ${nameless.length} of them have no debug id, such as ${nameless[0]?.url ?? ''}: without ` +
        '--release, no event will find them\n',
    )
  }
  if (!files.some(({ type }) => type === 'source_map')) {
    stderr.write('signalbox: none of them is a source map: frames stay minified\n')
  }
}
