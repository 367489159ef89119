import { parentPort } from 'node:worker_threads'
import { limits } from '@signalbox/contracts'
import {
  convertMap,
  decodeInlineMap,
  FlatIndex,
  indexCode,
  MalformedSourceMapError,
  mapReferenceOf,
} from '@signalbox/source-maps'
import type { ConvertResult, ConvertRequest } from './convert-messages.js'

if (parentPort === null) throw new Error('the converter must run in a worker thread')
const port = parentPort

function convert({ code, map, isInline, sources }: ConvertRequest): Buffer {
  const codeText = code && textOf(code)
  const mapText = isInline ? inlineMapOf(codeText ?? '') : map && textOf(map)
  const texts = new Map([...sources].map(([name, bytes]) => [name, textOf(bytes)]))
  if (mapText !== undefined) return convertMap(mapText, codeText, texts)
  return indexCode(codeText ?? '')
}

/** Avoids copying the bytes, which may be a hundred megabytes. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}

function inlineMapOf(code: string): string {
  const text = decodeInlineMap(mapReferenceOf(code))
  if (text === undefined) throw new MalformedSourceMapError('the source map embedded in the code cannot be read')
  return text
}

port.on('message', (request: ConvertRequest) => {
  try {
    const index = convert(request)
    const missingSources = new FlatIndex(index).missingSources().slice(0, limits.artifacts.filledSourcesMax)
    port.postMessage({ index, missingSources } satisfies ConvertResult)
  } catch (error) {
    if (!(error instanceof MalformedSourceMapError)) throw error
    port.postMessage({ fault: error.message } satisfies ConvertResult)
  }
})
