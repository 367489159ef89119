import { isJsonObject } from '../read-json.js'
import { isInApp } from '../group/in-app.js'
import type { JsonObject, NormalFrame } from '../normal-event.js'
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
  const location = readText(fields['filename'], pathLengthMax)
  const absPath = readText(fields['abs_path'], pathLengthMax) || location
  const ownPlatform = readText(fields['platform'], 64)
  const frame: NormalFrame = {
    function: readText(fields['function'], nameLengthMax),
    rawFunction: readText(fields['raw_function'], nameLengthMax),
    module: readText(fields['module'], nameLengthMax),
    package: readText(fields['package'], pathLengthMax),
    filename: pathOf(location || absPath),
    absPath,
    lineno: readCount(fields['lineno']),
    colno: readCount(fields['colno']),
    contextLine: isDetailed ? readText(fields['context_line'], lineLengthMax) : '',
    preContext: isDetailed ? readLines(fields['pre_context'], [-contextLinesMax]) : [],
    postContext: isDetailed ? readLines(fields['post_context'], [0, contextLinesMax]) : [],
    inApp: fields['in_app'] === true,
    vars: isDetailed ? readVars(fields['vars']) : undefined,
    platform: ownPlatform === platform ? '' : ownPlatform,
    native: readNative(fields),
  }
  frame.inApp = isInApp(frame, platform)
  return frame
}

function pathOf(location: string): string {
  const path = location.includes('://') ? urlForm.exec(location)?.[1] : undefined
  return path === undefined || path === '' ? location : path
}

/** @param kept which of the lines: those next to the frame's own. */
function readLines(value: unknown, kept: [start: number, end?: number]): string[] {
  return Array.isArray(value) ? value.slice(...kept).map((line) => readText(line, lineLengthMax)) : []
}

function readVars(value: unknown): unknown {
  return Array.isArray(value) || isJsonObject(value) ? trimBag(value, varsLimits) : undefined
}

function readNative(fields: JsonObject): JsonObject {
  const sent = nativeKeys.filter((key) => fields[key] !== undefined && fields[key] !== null)
  return sent.length === 0 ? {} : trimObject(Object.fromEntries(sent.map((key) => [key, fields[key]])), nativeLimits)
}
