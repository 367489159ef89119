import { isInApp } from './in-app.js'
import type { JsonObject, NormalFrame } from '../normal-event.js'
import type { Fields } from './fields.js'
import { trimObject } from './json-bag.js'
import { readText } from './read-field.js'

const nameLengthMax = 512
const pathLengthMax = 512
const lineLengthMax = 256
const contextLinesMax = 10
const varsLimits = { sizeMax: 2_048, depthMax: 5 }
const nativeLimits = { sizeMax: 1_024, depthMax: 3 }

/** Stored as sent: a native symbolicator needs these. */
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
  /** Platform of the event. */
  platform: string
  /** False for frames without variables and source lines. */
  isDetailed: boolean
}

/** Reads one frame. A URL as file name is split: the URL becomes the absolute path, its path the file name. */
export function readFrame(fields: Fields, { platform, isDetailed }: FrameContext): NormalFrame {
  const location = fields.text('filename', pathLengthMax)
  const absPath = fields.text('abs_path', pathLengthMax) || location
  const ownPlatform = fields.text('platform', 64)
  const frame: NormalFrame = {
    function: fields.text('function', nameLengthMax),
    rawFunction: fields.text('raw_function', nameLengthMax),
    module: fields.text('module', nameLengthMax),
    package: fields.text('package', pathLengthMax),
    filename: pathOf(location || absPath),
    absPath,
    lineno: fields.count('lineno'),
    colno: fields.count('colno'),
    contextLine: isDetailed ? fields.text('context_line', lineLengthMax) : '',
    preContext: isDetailed ? readLines(fields.get('pre_context'), [-contextLinesMax]) : [],
    postContext: isDetailed ? readLines(fields.get('post_context'), [0, contextLinesMax]) : [],
    inApp: fields.flag('in_app') === true,
    vars: isDetailed ? fields.bag('vars', varsLimits) : undefined,
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

/** @param kept which lines to return: those next to the frame's own. */
function readLines(value: unknown, kept: [start: number, end?: number]): string[] {
  return Array.isArray(value) ? value.slice(...kept).map((line) => readText(line, lineLengthMax)) : []
}

function readNative(fields: Fields): JsonObject {
  const sent = nativeKeys.filter((key) => fields.get(key) !== undefined)
  if (sent.length === 0) return {}
  return trimObject(Object.fromEntries(sent.map((key) => [key, fields.get(key)])), nativeLimits, fields.place)
}
