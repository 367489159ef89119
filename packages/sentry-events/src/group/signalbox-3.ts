import type { NormalEvent, NormalException, NormalFrame } from '../normal-event.js'
import { isEndlessRecursion } from './endless-recursion.js'
import { composeFrame, isOfMinifier, placeFrame, type PlacedFrame } from './own-frame.js'
import { createFrameMarker } from './own-frames/mark-own-frames.js'
import { isOfDriver } from './own-frames/jvm-libraries.js'
import { isOfKnownCrate } from './own-frames/rust-crates.js'
import { withRustSources } from './own-frames/rust-sources.js'
import { selectCallers } from './own-fault.js'
import { readInnermostStack, withoutFarCauses } from './own-chain.js'
import { groupByOwnCode } from './own-grouping.js'
import { withoutBundledModules, withoutCallLines } from './own-lines.js'
import { createStackReader, type OwnReading } from './own-stack.js'
import { originOrBinary } from './package-frame.js'
import { withoutBoundNames } from './places/bound-names.js'
import { withoutTypeArguments } from './places/go-place.js'
import { lastNameOf } from './places/module-name.js'
import { isPassedFunction } from './places/passed-function.js'
import type { Place } from './places/place.js'
import { nameOfGenerator, statementOf, wordsOfStatement } from './places/script-source.js'
import { findRunnersBySource } from './places/source-runners.js'
import { withoutVariables } from './places/variable-names.js'
import { readWrittenPlace } from './places/written-place.js'
import { minifiedColumn } from './stack-key.js'
import { storeWithoutConnection, withoutStatement } from './store-outage.js'
import { identifyingMessageAndCodes, isOfRust } from './identifying-message.js'
import { toSingular } from './texts/counted-nouns.js'
import { faultCodesOf, joinTexts } from './texts/fault-codes.js'
import { isTelling, wordsOf } from './texts/given-text.js'
import { readJoinedErrors } from './texts/joined-errors.js'
import { withoutGoValues, withoutRustValues } from './texts/printed-values.js'
import { skeletonOf, withoutQuotes } from './texts/skeleton.js'
import { brokenConstraintOf, soughtNameOf, withoutDigitsOfConstraint } from './texts/sought-name.js'
import { fillTemplate, readBareText, readSteadyText } from './texts/steady-text.js'
import { dotnetPlatforms, jvmPlatforms, nativePlatforms } from '../platforms.js'

const reading: OwnReading = {
  readStack: createStackReader({
    placeFrame: placeBySource,
    findRunners: findRunnersBySource,
    keyOf,
    isCrashBeforeDeferred: true,
  }),
  readText: (text, isPlaced) =>
    brokenConstraintOf(text) ||
    (isPlaced === true ? joinTexts(skeletonOf(readBareText(text)), soughtNameOf(text)) : readBareText(text)),
  readMessage: wordsOfMessage,
  readWrapper: wordsOfWrapper,
  readTemplate: (template) => ({ name: 'message', value: readBareText(fillTemplate(template)) }),
  readException: (exception, event) => {
    const isOutage = storeWithoutConnection(exception) !== ''
    const type = isOutage && event.platform === 'go' ? '' : newestTypeOf(exception, event)
    const value =
      readSteadyText(
        isOutage ? withoutStatement(exception.value) : withoutDigitsOfConstraint(withoutValues(exception, event)),
      ) || (isNothingThrown(exception) ? 'undefined' : '')
    return type === exception.type && value === exception.value ? exception : { ...exception, type, value }
  },
  stacktraceOf: readInnermostStack,
  isEndless: isEndlessRecursion,
  selectCallers,
  omitLines: withoutCallLines,
  omitModules: withoutBundledModules,
  omitCauses: withoutFarCauses,
  describeOrigin: originOrBinary,
  readIdentifyingText: identifyingMessageAndCodes,
}

/**
 * Groups by the application's own code and knows more compiler output: the source around a frame reveals names that a
 * JavaScript transpiler removed.
 */
export const signalbox3 = groupByOwnCode(
  'signalbox:3',
  reading,
  createFrameMarker({ isOfPackage, addOwn: withRustSources }),
)

function wordsOfMessage(text: string): string {
  const words = withoutQuotes(readBareText(text))
  return isTelling(words) ? joinTexts(words, soughtNameOf(text)) : ''
}

/** On Node, minifiers rename the function that wraps an error, but not the words it adds. */
function wordsOfWrapper({ value, mechanism }: NormalException, { platform }: NormalEvent): string {
  if (platform !== 'node' || mechanism?.isExceptionGroup === true) return ''
  const words = wordsOf(skeletonOf(toSingular(value)))
  return isTelling(words) ? words : ''
}

const unnamed = /^(?:(?:async )?(?:Object\.|Module\.)?(?:<anonymous>|\?))?$/

function keyOf(frame: NormalFrame, platform: string): string {
  if (platform !== 'node') return ''
  const isUnnamed = unnamed.test(frame.function) || isPassedFunction(frame)
  return `\0c${String(frame.colno ?? '')}${isUnnamed ? `\0${frame.preContext.join('\n')}` : ''}`
}

/** Places Node frames by the surrounding source; others as usual. */
function placeBySource(frame: NormalFrame, platform: string): PlacedFrame | undefined {
  if (platform !== 'node')
    return placeFrame(platform === 'php' ? withoutHash(frame) : frame, platform, {
      read: readWrittenPlace,
      readLine: (line) => unformatted(line, platform),
      nameModule: lastNameOf,
    })
  const isMinified = (frame.colno ?? 0) > minifiedColumn
  const sent = readWrittenPlace(isMinified || extension.test(frame.module) ? withoutBuild(frame) : frame, platform)
  if (sent === undefined) return undefined
  const own = isPassedFunction(frame) ? { ...sent, function: '', isAnonymous: true } : sent
  const place = own.function === '' ? nameBySource(own, frame) : own
  const statement = isMinified ? undefined : statementOf(frame)
  const line =
    place.function === '' && statement !== undefined
      ? wordsOfStatement({ ...statement, text: withoutBoundNames(statement.text, platform) })
      : ''
  const isMinifiedLine = isOfMinifier(frame.contextLine)
  return composeFrame(frame, {
    place,
    platform,
    line,
    sourceLine: statement?.text ?? frame.contextLine,
    isMinifiedLine,
    isOfAnyFile: line !== '',
    nameModule: lastNameOf,
  })
}

/** Template engines compile to files named by a hash of the template's path, which includes the release's folder. */
const hashedFile = /(?<=^|[/\\])[0-9a-f]{32,64}(?=\.php$)/

function withoutHash(frame: NormalFrame): NormalFrame {
  const filename = frame.filename.replace(hashedFile, 'compiled')
  return filename === frame.filename ? frame : { ...frame, filename }
}

/** Bundles may be numbered by build, or marked as minified; source maps lead to names with the extension. */
const markOfBuild = /(?<=\w)(?:[-.]\d{1,6}|[.-]min|\.[cm]?[jt]sx?)$/

const extension = /\.[cm]?[jt]sx?$/

function withoutBuild(frame: NormalFrame): NormalFrame {
  const module = frame.module.replace(markOfBuild, '')
  return module === frame.module ? frame : { ...frame, module }
}

/** Names of code without a file: modules inside the interpreter, and code generated at run time. SDKs may turn them into paths. */
const withoutFile = /(?:^|[/\\])<[^<>]{1,300}>$/

function isOfPackage(frame: NormalFrame, platform: string): boolean {
  if (nativePlatforms.has(platform)) return isOfKnownCrate(frame)
  if (jvmPlatforms.has(platform)) return isOfDriver(frame.module)
  return dotnetPlatforms.has(platform) ? isOfDotnet(frame) : isOfPython(frame, platform)
}

/** SDKs call everything the application's if it excludes no namespace. */
function isOfDotnet({ module, package: assembly }: NormalFrame): boolean {
  return /^(?:System|Microsoft|Sentry)\./.test(module || assembly)
}

/** True for Python code without a file, and for packages compiled by Cython, whose function names repeat the module. */
function isOfPython({ module, function: name, filename, absPath }: NormalFrame, platform: string): boolean {
  if (platform !== 'python') return false
  return (
    (module !== '__main__' && withoutFile.test(absPath || filename)) || (module !== '' && name.startsWith(`${module}.`))
  )
}

const comment = / (?:#|\/\/) .*$/

/** The receiver of a value, as formatters write it next to arguments. */
const receiver = /^(?:return |(?:(?:const|let|var|my) )?[$@\w][\w.]{0,100}(?: ?: [\w.[\], |]{1,100})? = )/

/** A source line without the parts that change when someone runs a formatter, adds a comment or renames the result. */
function unformatted(line: string, platform: string): string {
  const plain = withoutBoundNames(line.replace(comment, ''), platform).replace(receiver, '')
  return withoutVariables(plain, platform)
    .replace(/['`]/g, '"')
    .replace(/ ?([^\w\s"]) ?/g, '$1')
    .replace(/[,;]$/, '')
}

function nameBySource(place: Place, frame: NormalFrame): Place {
  const name = nameOfGenerator(frame)
  return name === '' ? place : { ...place, function: name, isAnonymous: false }
}

/** True for a promise rejected without a reason: older JavaScript SDKs send no text for it, newer ones `undefined`. */
function isNothingThrown({ type, value, mechanism }: NormalException): boolean {
  const isRejection = /unhandled_?rejection/i.test(mechanism?.type ?? '')
  return isRejection && value === '' && type === 'Error' && mechanism?.synthetic === true
}

/** What Node says of every request that got no answer. */
const fetchFailure = 'fetch failed'

function reasonOf(exception: NormalException, { exceptions }: NormalEvent): string {
  const causes = exceptions.slice(0, exceptions.indexOf(exception))
  return faultCodesOf(causes.map(({ value }) => value).join(' | '))
}

/** Types that a newer runtime or compiler throws for the same fault. */
const newestTypes = new Map([
  ['KotlinNullPointerException', { module: 'kotlin', newest: 'NullPointerException' }],
  ['TypeCastException', { module: 'kotlin', newest: 'NullPointerException' }],
  ['Facade\\Ignition\\Exceptions\\ViewException', { module: '', newest: 'Illuminate\\View\\ViewException' }],
  ['Spatie\\LaravelIgnition\\Exceptions\\ViewException', { module: '', newest: 'Illuminate\\View\\ViewException' }],
  ['timeout', { module: 'socket', newest: 'TimeoutError' }],
])

function newestTypeOf({ type, module }: NormalException, { platform }: NormalEvent): string {
  if (platform === 'go') return withoutTypeArguments(type)
  const known = newestTypes.get(type)
  return known !== undefined && known.module === module ? known.newest : type
}

/** The text without values in the form in which the language prints them, and with the reason that only a cause names. */
function withoutValues(exception: NormalException, event: NormalEvent): string {
  const { type, value } = exception
  if (value === fetchFailure) return `${value} ${reasonOf(exception, event)}`.trim()
  if (event.platform === 'go') return readJoinedErrors(type, value) ?? withoutGoValues(value)
  return isOfRust(exception, event) ? withoutRustValues(value) : value
}
