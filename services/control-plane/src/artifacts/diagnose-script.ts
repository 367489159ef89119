import { limits, type ScriptDiagnosis, type ScriptFinding } from '@signalbox/contracts'
import type { ResolvedScript, SourceMapDirectory } from '@signalbox/service-kit'
import { candidateUrls } from '@signalbox/source-maps'
import type { ArtifactFileStore, ReleaseScope } from './store/artifact-files.js'

/** Where to look in addition to the file itself. */
export type UploadedFiles = Pick<ArtifactFileStore, 'findElsewhere' | 'findByName' | 'countOf'>

/** A script of an event; release and dist are empty if the event has none. */
export interface DiagnosedScript extends ReleaseScope {
  path: string
  debugId: string | null
}

type Finding = Omit<ScriptDiagnosis, 'path'>

/**
 * Explains why frames of a script are or are not resolved: repeats the consumer's lookup, then searches more widely.
 */
export async function diagnoseScript(
  { sourceMaps, files }: { sourceMaps: SourceMapDirectory; files: UploadedFiles },
  asked: DiagnosedScript,
): Promise<ScriptDiagnosis> {
  const { path, debugId: givenId, ...scope } = asked
  const debugId = givenId || null
  const [script] = await sourceMaps.resolveScripts({ ...scope, scripts: [{ path, debugId }] })
  return explainScript(files, { ...asked, debugId }, script)
}

/** @param script The consumer's lookup result; if it found nothing, the search continues elsewhere. */
export function explainScript(
  files: UploadedFiles,
  { path, debugId, ...scope }: DiagnosedScript,
  script: ResolvedScript | undefined,
): ScriptDiagnosis {
  const isMissing = script === undefined || script.state === 'missing_source'
  return { path, ...(isMissing ? explainMissing(files, scope, { path, debugId }) : explainFound(script)) }
}

function explainFound({ state, detail, resolvedWith }: ResolvedScript): Finding {
  const how = resolvedWith === 'debug-id' ? 'by its debug id' : 'by its URL in the release'
  switch (state) {
    case 'mapped':
      return finding(
        'resolvable',
        `The file and its source map were found ${how}.`,
        `Events of the ${limits.artifacts.resymbolicationDays} days before the upload are being resolved again; ` +
          'later events are resolved on arrival.',
      )
    case 'malformed_map':
      return finding(
        'map_malformed',
        `The source map was found ${how} but cannot be read: ${detail ?? 'it is not a source map'}.`,
        'Rebuild, and check that the source map is not truncated during the upload.',
      )
    case 'plain':
      return finding('no_map_needed', `The file was found ${how} and references no source map.`, null)
    default:
      return finding(
        'map_missing',
        `The file was found ${how}, but its source map was not uploaded.`,
        'Configure the bundler to write source maps, and upload them together with the files.',
      )
  }
}

function explainMissing(
  files: UploadedFiles,
  scope: ReleaseScope,
  { path, debugId }: { path: string; debugId: string | null },
): Finding {
  const elsewhere = files.findElsewhere(scope.projectId, candidateUrls(path))
  const other = elsewhere.find(({ release }) => release === scope.release) ?? elsewhere[0]
  if (other !== undefined && scope.release !== '') return explainElsewhere(scope, other)
  if (debugId !== null) {
    return finding(
      'debug_id_not_uploaded',
      `No file in the project has the debug id ${debugId}.`,
      'Upload exactly the files that are deployed, after injecting debug ids into them.',
    )
  }
  if (scope.release === '') {
    return finding(
      'no_release_or_debug_id',
      'The event has neither a release nor a debug id for the file.',
      'Inject debug ids before deploying (`sentry-cli sourcemaps inject`), or set `release` in the SDK.',
    )
  }
  const near = files.findByName(scope, nameOf(path))
  if (near !== undefined) {
    return finding(
      'wrong_path',
      `The release contains ${near}, but the frame refers to ${path}.`,
      'Upload with a URL prefix that makes them match, such as `--url-prefix ~/static/js`.',
    )
  }
  const count = files.countOf(scope)
  return finding(
    'not_uploaded',
    `${describeCount(count)} uploaded for this release and dist${count === 0 ? '' : ', but not this one'}.`,
    'Upload the file and its source map for this release.',
  )
}

function explainElsewhere(scope: ReleaseScope, other: { release: string; dist: string }): Finding {
  if (other.release !== scope.release) {
    return finding(
      'wrong_release',
      `The file was uploaded for the release ${other.release || '(none)'}, but the event belongs to ` +
        `${scope.release}.`,
      'Use the same release in the SDK and the upload.',
    )
  }
  return finding(
    'wrong_dist',
    `The file was uploaded for the dist ${other.dist || '(none)'}, but the event belongs to ` +
      `${scope.dist || '(none)'}.`,
    'Use the same dist in the SDK and the upload, or none in both.',
  )
}

function describeCount(count: number): string {
  if (count === 0) return 'No files were'
  return count === 1 ? '1 file was' : `${count} files were`
}

function nameOf(path: string): string {
  return (path.split(/[?#]/, 1)[0] ?? '').split('/').at(-1) ?? ''
}

function finding(finding: ScriptFinding, explanation: string, advice: string | null): Finding {
  return { finding, explanation, advice }
}
