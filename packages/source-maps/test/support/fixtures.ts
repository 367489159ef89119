import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { convertMap, FlatIndex, openArtifactBundle, type StackFrame } from '@signalbox/source-maps'

export const fixtureNames = ['01-simple-node-esbuild', '02-async-class-node-vite', '04-browser-chromium-debugid']

export function fixturePath(name: string, file: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}/${file}`, import.meta.url))
}

interface ExpectedFrame {
  raw: { function: string; abs_path: string; lineno: number | null; colno: number | null }
  expected: null | {
    function: string
    filename: string
    abs_path: string
    lineno: number
    colno: number
    pre_context: string[]
    context_line: string
    post_context: string[]
    data: { symbolicated: true; sourcemap: string; resolved_with: string }
  }
}

export interface Expectation {
  platform: string
  debug_meta: { images: { code_file: string; debug_id: string }[] }
  exception: { values: { frames: ExpectedFrame[] }[] }
}

export function readExpectation(name: string): Expectation {
  return JSON.parse(readFileSync(fixturePath(name, 'expected.json'), 'utf8')) as Expectation
}

export function toFrame({ raw }: ExpectedFrame): StackFrame {
  return {
    function: raw.function,
    absPath: raw.abs_path,
    filename: raw.abs_path,
    module: '',
    lineno: raw.lineno ?? undefined,
    colno: raw.colno ?? undefined,
    preContext: [],
    contextLine: '',
    postContext: [],
    inApp: true,
    platform: '',
  }
}

/** The only script and map in a fixture's bundle. */
export async function readPair(name: string): Promise<{ code: string; map: string; mapReference: string }> {
  const bundle = await openArtifactBundle(fixturePath(name, 'upload.artifactbundle.zip'))
  const { files } = bundle.manifest
  const textOf = async (type: string): Promise<string> => {
    const file = files.find((each) => each.type === type)
    return file === undefined ? '' : (await bundle.read(file)).toString('utf8')
  }
  const pair = {
    code: await textOf('minified_source'),
    map: await textOf('source_map'),
    mapReference: files.find(({ type }) => type === 'minified_source')?.mapReference ?? '',
  }
  bundle.close()
  return pair
}

export function indexOf({ code, map }: { code: string; map: string }): FlatIndex {
  return new FlatIndex(convertMap(map, code))
}
