import { isJsonObject } from '../../../read-json.js'
import { isInApp } from '../group/in-app.js'
import type { JsonObject, NormalFrame } from '../event.js'
import { trimBag, trimObject } from './json-bag.js'
import { readCount, readText } from './read-field.js'

const nameLengthMax = 512
const pathLengthMax = 512
const lineLengthMax = 256
const contextLinesMax = 10
const varsLimits = { sizeMax: 2_048, depthMax: 5 }
const nativeLimits = { sizeMax: 1_024, depthMax: 3 }

/** Kept as sent: what a symbolicator of native code asks for. */
const nativeKeys = [
  'instruction_addr',
  'addr_mode',
  'symbol_addr',
  'image_addr',
  'symbol',
  'stack_start',
  'lock',
  'data',
]

const urlForm = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^/?#]*([^?#]*)/i

export interface FrameContext {
  /** Of the event. */
  platform: string
  /** False for frames that keep neither variables nor source lines. */
  isDetailed: boolean
}

/** Reads one frame. A URL as file name is split: the URL becomes the absolute path, its path the file name. */
export function readFrame(fields: JsonObject, { platform, isDetailed }: FrameContext): NormalFrame {
  const names = readNames(fields)
  const ownPlatform = readText(fields['platform'], 64)
  const frame = {
    ...names,
    ...readPaths(fields),
    lineno: readCount(fields['lineno']),
    colno: readCount(fields['colno']),
    contextLine: isDetailed ? readText(fields['context_line'], lineLengthMax) : '',
    preContext: isDetailed ? readLines(fields['pre_context']).slice(-contextLinesMax) : [],
    postContext: isDetailed ? readLines(fields['post_context']).slice(0, contextLinesMax) : [],
    inApp: fields['in_app'] === true,
    vars: isDetailed ? readVars(fields['vars']) : undefined,
    platform: ownPlatform === platform ? '' : ownPlatform,
    native: readNative(fields),
  }
  return { ...frame, inApp: isInApp(frame, platform) }
}

function readNames(fields: JsonObject) {
  return {
    function: readText(fields['function'], nameLengthMax),
    rawFunction: readText(fields['raw_function'], nameLengthMax),
    module: readText(fields['module'], nameLengthMax),
    package: readText(fields['package'], pathLengthMax),
  }
}

function readPaths(fields: JsonObject) {
  const filename = readText(fields['filename'], pathLengthMax)
  const absPath = readText(fields['abs_path'], pathLengthMax) || filename
  return { filename: pathOf(filename || absPath), absPath }
}

function pathOf(location: string): string {
  const path = urlForm.exec(location)?.[1]
  return path === undefined || path === '' ? location : path
}

function readLines(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, 2 * contextLinesMax).map((line) => readText(line, lineLengthMax)) : []
}

function readVars(value: unknown): unknown {
  return Array.isArray(value) || isJsonObject(value) ? trimBag(value, varsLimits) : undefined
}

function readNative(fields: JsonObject): JsonObject {
  const native: JsonObject = {}
  let isEmpty = true
  for (const key of nativeKeys) {
    const value = fields[key]
    if (value === undefined || value === null) continue
    native[key] = value
    isEmpty = false
  }
  return isEmpty ? native : trimObject(native, nativeLimits)
}
