import type { NormalEvent, NormalException } from '../normal-event.js'
import type { OwnStack } from './own-stack.js'
import type { PlacedFrame } from './own-frame.js'
import { isEngineError, missingNameOf } from './texts/engine-error.js'
import { raisesGivenText, wordsOf, wordsOfLine } from './texts/given-text.js'
import { faultCodesOf } from './texts/fault-codes.js'
import { failureCodesOf, normalizeText } from './texts/plain-text.js'
import { skeletonOf } from './texts/skeleton.js'
import { soughtNameOf } from './texts/sought-name.js'
import { scriptPlatforms } from '../platforms.js'

/** Exceptions that the virtual machine throws by itself, with texts of its own that differ by version. */
const thrownByMachine =
  /^(?:System\.)?(?:Null(?:Pointer|Reference)Exception|ArithmeticException|DivideByZeroException|(?:Array|String)?IndexOutOf(?:Bounds|Range)Exception|ClassCastException|InvalidCastException|NegativeArraySizeException|ArrayStoreException|ArrayTypeMismatchException|OverflowException|\w{0,60}Error|OutOfMemoryException|StackOverflowException|AccessViolationException|UninitializedPropertyAccessException|KotlinNothingValueException)$/

/** Types that say nothing but that something failed; by the namespace of the language or by name. */
const generalModule = /^(?:java|javax|kotlin|scala)(?:\.|$)/
const generalTypes = new Map<string, RegExp>([
  ['csharp', /^System\.[\w.]{1,100}$/],
  ['python', /^(?:Exception|BaseException|RuntimeError|ValueError|AssertionError|OSError|SystemError)$/],
  ['ruby', /^(?:StandardError|RuntimeError|ArgumentError|Exception)$/],
  [
    'php',
    /^\\?(?:Error)?Exception$|^\\?(?:Runtime|Logic|Domain|InvalidArgument|UnexpectedValue|OutOfRange|OutOfBounds|Length|Range|BadMethodCall)Exception$/,
  ],
  ['dart', /^(?:_?Exception|StateError|ArgumentError|FormatException)$/],
  ['elixir', /^(?:RuntimeError|ArgumentError)$/],
])

/** Drivers of databases and validators have few types, and begin by saying what was wrong; data follows. */
const tellingType =
  /sql|pdo|jdbc|postgr|(?:Database|Operational|Programming|Integrity|Validation)(?:Error|Exception)$|\bStatementInvalid$/i
const clause = /[;\r\n]/
const isThrow = /\bthrow\b/
const jsonText = /^\s*[[{]/

const rustSdk = /^sentry[.-]rust/
const rustFile = /\.rs$/

/**
 * What the text of an exception adds to its type and the application's stack; empty when these say it all.
 *
 * It tells where the stack is not that of the error (Go, Rust, thrown values that are not errors), where the application
 * threw a type of the language itself, or from code without a name, and no source line says which, and where the line
 * throws what it was given. What databases and validators say tells, and so do the codes of failures in any text.
 */
export function tellingMessage(exception: NormalException, stack: OwnStack, event: NormalEvent): string {
  const { platform } = event
  const isScript = scriptPlatforms.has(platform)
  // Of a signal, each system and SDK has its own words.
  if (exception.mechanism?.synthetic === true) return isScript ? normalizeText(exception.value) : ''
  if (platform === 'go' || isOfRust(exception, event)) {
    return skeletonOf(exception.value)
  }
  const { crash } = stack
  if (crash === undefined) return ''
  const thrown = { crash, isThrownByOwn: stack.isThrownByOwn, platform }
  const isByWords = platform === 'node' && crash.sourceLine !== ''
  return (isByWords ? scriptWords(exception, thrown) : ownWords(exception, thrown)) || failureCodesOf(exception.value)
}

/**
 * As `tellingMessage`, and always what was sought and not there, the states of HTTP and SQL, the codes of exits and the
 * errors of the system.
 */
export function tellingMessageAndCodes(exception: NormalException, stack: OwnStack, event: NormalEvent): string {
  const message = tellingMessage(exception, stack, event)
  if (exception.mechanism?.synthetic === true) return message
  const codes = `${faultCodesOf(exception.value)} ${soughtNameOf(exception.value)}`.trim()
  return message.includes(codes) ? message : `${message} ${codes}`.trim()
}

/**
 * The words of what was thrown on Node, in place of the source line, which does not survive transpilers. What the engine
 * throws is told by what it missed.
 */
function scriptWords({ type, value, mechanism }: NormalException, { crash, isThrownByOwn }: Thrown): string {
  if (mechanism?.isExceptionGroup === true) return ''
  if (isEngineError(type) && !isThrow.test(crash.sourceLine)) return missingNameOf(value)
  const text = jsonText.test(value) ? normalizeText(value.replace(/\s+/g, ' ')) : skeletonOf(value)
  return (isThrownByOwn && wordsOfLine(text, crash.sourceLine)) || wordsOf(text)
}

interface Thrown {
  crash: PlacedFrame
  isThrownByOwn: boolean
  platform: string
}

function ownWords(exception: NormalException, { crash, isThrownByOwn, platform }: Thrown): string {
  const { type, value } = exception
  if (tellingType.test(type)) return skeletonOf(value.split(clause, 1)[0] ?? '')
  if (crash.hasSourceLine) {
    return isThrownByOwn && raisesGivenText(value, crash.sourceLine) ? skeletonOf(value) : ''
  }
  if (!isThrownByOwn || isPanicOfMachine(exception)) return ''
  return crash.place.isAnonymous || isGeneralType(exception, platform) ? skeletonOf(value) : ''
}

/** Whether it was raised in Rust: by platform or SDK, or where native code of several languages comes from one SDK, by its files. */
function isOfRust({ stacktrace }: NormalException, { platform, sdk }: NormalEvent): boolean {
  if (platform === 'rust' || rustSdk.test(sdk.name)) return true
  const isNative = platform === 'native'
  return isNative && stacktrace?.frames.some(({ absPath, filename }) => rustFile.test(absPath || filename)) === true
}

function isPanicOfMachine({ type, module }: NormalException): boolean {
  return thrownByMachine.test(type) && (module.startsWith('java.') || type.startsWith('System.'))
}

function isGeneralType({ type, module }: NormalException, platform: string): boolean {
  return generalModule.test(module) || generalTypes.get(platform)?.test(type) === true
}
