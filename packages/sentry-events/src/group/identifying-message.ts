import type { NormalEvent, NormalException } from '../normal-event.js'
import { isEntry, type OwnStack } from './own-stack.js'
import type { PlacedFrame } from './own-frame.js'
import { toSingular } from './texts/counted-nouns.js'
import { isEngineError, missingNameOf } from './texts/engine-error.js'
import { isGivenText, quotedNameIn, raises, raisesGivenText, wordsOf, wordsOfLine } from './texts/given-text.js'
import { faultCodesOf, joinTexts } from './texts/fault-codes.js'
import { failureCodesOf, normalizeText, spell } from './texts/plain-text.js'
import { isParseFailure } from './texts/parse-failures.js'
import { skeletonOf, withoutQuotes } from './texts/skeleton.js'
import { readBareText } from './texts/steady-text.js'
import { requestedInText } from './texts/requested.js'
import { brokenConstraintOf, soughtNameOf } from './texts/sought-name.js'
import { dotnetPlatforms, jvmPlatforms, scriptPlatforms } from '../platforms.js'

/** Exceptions thrown by the virtual machine itself, whose texts differ by version. */
const thrownByMachine =
  /^(?:System\.)?(?:Null(?:Pointer|Reference)Exception|ArithmeticException|DivideByZeroException|(?:Array|String)?IndexOutOf(?:Bounds|Range)Exception|ClassCastException|InvalidCastException|NegativeArraySizeException|ArrayStoreException|ArrayTypeMismatchException|OverflowException|\w{0,60}Error|OutOfMemoryException|StackOverflowException|AccessViolationException|UninitializedPropertyAccessException|KotlinNothingValueException)$/

/** Generic types, by the language's namespace or by name. */
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

/** Database drivers and validators have few types and begin with the fault; data follows. */
const dataErrorType =
  /sql|pdo|jdbc|postgr|(?:Database|Operational|Programming|Integrity|Validation)(?:Error|Exception)$|\bStatementInvalid$/i

/** True for an error of a database driver or a validator. */
export function isAnswerOfDatabase({ type }: NormalException): boolean {
  return dataErrorType.test(type)
}

/** Platforms whose SDKs send the source lines of what ran, not of what a compiler made of it. */
const linedPlatforms = new Set(['python', 'ruby', 'php'])

const clause = /[;\r\n]/
const isThrow = /\bthrow\b/
const jsonText = /^\s*[[{]/

const rustSdk = /^sentry[.-]rust/
const rustFile = /\.rs$/

/**
 * The text that an exception contributes in addition to its type and in-app stack; empty if none is needed.
 * | A text is needed if the stack is not the error's own (Go, Rust, thrown non-errors); if the application threw a built-in type, or threw from code without a name, and no source line identifies it; and if the line throws an error it was given. Texts of databases and validators contribute, and so do failure codes in any text.
 */
export function identifyingMessage(exception: NormalException, stack: OwnStack, event: NormalEvent): string {
  const { platform } = event
  const isScript = scriptPlatforms.has(platform)
  // Each system and SDK words signals differently.
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

/** Like `identifyingMessage`, but always includes the missing item, HTTP and SQL states, exit codes and system errors. */
export function identifyingMessageAndCodes(exception: NormalException, stack: OwnStack, event: NormalEvent): string {
  const constraint = brokenConstraintOf(exception.value)
  if (constraint !== '' && event.platform !== 'go') return constraint
  const message = messageOf({ ...exception, value: toSingular(exception.value) }, stack, event)
  if (exception.mechanism?.synthetic === true) return message === '' ? '' : readBareText(exception.value)
  const { value } = exception
  const codes = joinTexts(
    faultCodesOf(value),
    soughtNameOf(value),
    failedArithmeticOf(exception),
    failureOfApple(exception, event),
    keyWithoutLine(exception, stack, event),
    mappingWithoutKey(exception, stack),
    typeThatDotnetExpected(exception),
    stack.requested || requestedInText(value),
  )
  return message.includes(codes) ? message : `${message} ${codes}`.trim()
}

function messageOf(exception: NormalException, stack: OwnStack, event: NormalEvent): string {
  if (isOfGivenWords(exception, stack)) return wordsOf(skeletonOf(exception.value))
  const unlined = scriptWordsWithoutLine(exception, stack, event)
  if (unlined !== '') return unlined
  const message = saidWords(exception, stack, event) ?? identifyingMessage(exception, stack, event)
  if (message !== '') return message
  return isRaisedWithoutLine(exception, stack, event) || isUncaughtAtEntry(exception, stack, event)
    ? wordsOf(skeletonOf(exception.value))
    : ''
}

/** True if the line that raised the error inserts most of its words: they say what failed, and so does no line or caller. */
function isOfGivenWords({ value, mechanism }: NormalException, { crash, isThrownByOwn }: OwnStack): boolean {
  if (!isThrownByOwn || crash === undefined || crash.sourceLine === '' || mechanism?.synthetic === true) return false
  return isGivenText(value, crash.sourceLine)
}

/** Platforms whose SDKs never send source lines. */
const isUnlined = (platform: string) => jvmPlatforms.has(platform) || dotnetPlatforms.has(platform)

/** Classes that raise an error in the words of their caller if a condition doesn't hold. */
const precondition = /(?:^|\.)(?:Objects|\w{0,40}(?:Asserts?|Preconditions|Validate))$/

/** True if the application called a precondition of the JDK or of a library, which raised the text that it was given. */
function isOfPrecondition({ stacktrace }: NormalException): boolean {
  const [caller, newest] = stacktrace?.frames.slice(-2) ?? []
  return caller?.inApp === true && newest?.inApp === false && precondition.test(newest.module)
}

/**
 * True if the application raised the error in words of its own: one function may raise a type for several reasons, and
 * no line tells which.
 */
function isRaisedWithoutLine(exception: NormalException, stack: OwnStack, { platform }: NormalEvent): boolean {
  const { value } = exception
  if (!isUnlined(platform)) return false
  const isOwn = stack.isThrownByOwn && !isPanicOfMachine(exception)
  if (!isOwn && !isOfPrecondition(exception)) return false
  return faultCodesOf(value) === '' && soughtNameOf(value) === ''
}

/** True if a package failed and the stack leads to no function of the application, only to where the program begins. */
function isUncaughtAtEntry({ type, value }: NormalException, stack: OwnStack, { platform }: NormalEvent): boolean {
  const { crash } = stack
  if (platform === 'javascript' || crash === undefined || !isEntry(crash.place)) return false
  return !stack.isThrownByOwn && !stack.isThrownByLanguage() && !parserType.test(type) && !isParseFailure(value)
}

/** The words of a script's error whose source line is unknown or minified. Browsers word the errors of their engines differently. */
function scriptWordsWithoutLine(exception: NormalException, stack: OwnStack, { platform }: NormalEvent): string {
  const { crash, isThrownByOwn } = stack
  if (crash === undefined || exception.mechanism?.synthetic === true) return ''
  if (platform === 'node')
    return crash.sourceLine === '' ? scriptWords(exception, { crash, isThrownByOwn, platform }) : ''
  if (platform !== 'javascript' || crash.hasSourceLine) return ''
  if (isEngineError(exception.type)) return missingNameOf(exception.value)
  return isThrownByOwn ? wordsOf(skeletonOf(exception.value)) : ''
}

const applePlatforms = new Set(['cocoa', 'swift', 'objc', 'native'])
/** How Apple's SDK ends the text of an error, which is in the user's language. */
const codeOfApple = /\bCode: (-?\d{1,10})\)?$/
const failureOfSwift = /\bFatal error: ([^\n>]{1,200})/

/** Why Swift's runtime ended the program, and what Objective-C rejected: one function may fail in several ways. */
function failureOfApple({ type, value }: NormalException, { platform }: NormalEvent): string {
  if (!applePlatforms.has(platform)) return ''
  const code = codeOfApple.exec(value)?.[1]
  if (code !== undefined) return `code ${spell(code)}`
  const reason = failureOfSwift.exec(value)?.[1]
  if (reason !== undefined) return wordsOf(skeletonOf(reason))
  return /^(?:NS\w{1,60}Exception|Fatal error)$/.test(type) ? wordsOf(skeletonOf(value)) : ''
}

/** A key of a PHP array that was missing in a line that the SDK didn't send. */
const missingKey = /\bUndefined (?:array key|index):? "?([a-z]{2,30}(?:_[a-z]{1,30}){0,4})"?$/

function keyWithoutLine({ value }: NormalException, { crash }: OwnStack, { platform }: NormalEvent): string {
  return platform === 'php' && crash?.sourceLine === '' ? (missingKey.exec(value)?.[1] ?? '') : ''
}

/** The key that Python did not find, as it shows texts. */
const missingText = /^(["'])(.{1,200}?)\1/
/** A mapping that is asked for a key that the line does not spell. */
const mapping = /\b([A-Za-z_]\w{0,60})\[(?!["'\d\]:-])/g

/** The mapping in which Python did not find a key that is data, if the line has only one: a function may look up several. */
function mappingWithoutKey({ type, value }: NormalException, { crash, isThrownByOwn }: OwnStack): string {
  if (type !== 'KeyError' || !isThrownByOwn || crash === undefined) return ''
  const [, , key = value] = missingText.exec(value) ?? []
  if (crash.sourceLine.includes(`'${key}'`) || crash.sourceLine.includes(`"${key}"`)) return ''
  const names = [...crash.sourceLine.matchAll(mapping)].map(([, name = '']) => name)
  return names.length === 1 ? (names[0] ?? '') : ''
}

/** What a text should have been for .NET, whose runtime translates the words around the type: numbers have none. */
const expectedByDotnet = /\b(?:Date(?:Time(?:Offset)?|Only)|Time(?:Only|Span)|Guid|Boolean)\b/

function typeThatDotnetExpected({ type, value }: NormalException): string {
  return type === 'System.FormatException' ? (expectedByDotnet.exec(withoutQuotes(value))?.[0] ?? '') : ''
}

/** What the JVM could not calculate: one function may divide, round and multiply, and all throw one type. */
function failedArithmeticOf({ type, module, value }: NormalException): string {
  return type === 'ArithmeticException' && module === 'java.lang' ? wordsOf(skeletonOf(value)) : ''
}

/** Parsers quote the text they were given. */
const parserType = /Pars(?:e|er|ing)|Decod|Syntax/

/** Types whose text alone says which operation of the language failed. */
const operationTypes = /^(?:TypeError|UnboundLocalError|NameError)$/

/**
 * What an error says, instead of the source line of the function that failed; undefined where SDKs send no lines. Of a
 * raised error, the words in the line; of an operation of the language, the words of the runtime, unless they name what is
 * missing.
 */
function saidWords(
  { type, value, mechanism }: NormalException,
  stack: OwnStack,
  { platform }: NormalEvent,
): string | undefined {
  const { crash, isThrownByOwn } = stack
  if (crash === undefined || crash.sourceLine === '' || mechanism?.synthetic === true) return undefined
  if (!linedPlatforms.has(platform) || dataErrorType.test(type)) return undefined
  if (isThrownByOwn && raises(crash.sourceLine))
    return wordsOfLine(value, crash.sourceLine) || wordsOf(skeletonOf(value))
  const name = parserType.test(type) ? '' : quotedNameIn(value, crash.sourceLine)
  if (name !== '') return name
  const isOperation = operationTypes.test(type) || isGeneralType({ type, module: '' }, platform)
  return isOperation && soughtNameOf(value) === '' ? wordsOf(skeletonOf(value)) : ''
}

/**
 * Words of an error thrown on Node, instead of the source line, which does not survive transpilers. Engine errors are
 * identified by the missing name.
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
  if (dataErrorType.test(type)) return skeletonOf(value.split(clause, 1)[0] ?? '')
  if (crash.hasSourceLine) {
    return isThrownByOwn && raisesGivenText(value, crash.sourceLine) ? skeletonOf(value) : ''
  }
  if (!isThrownByOwn || isPanicOfMachine(exception)) return ''
  return crash.place.isAnonymous || isGeneralType(exception, platform) ? skeletonOf(value) : ''
}

/**
 * True if it was raised in Rust, judged by platform or SDK, or by files if one SDK reports native code of several
 * languages.
 */
export function isOfRust({ stacktrace }: NormalException, { platform, sdk }: NormalEvent): boolean {
  if (platform === 'rust' || rustSdk.test(sdk.name)) return true
  const isNative = platform === 'native'
  return isNative && stacktrace?.frames.some(({ absPath, filename }) => rustFile.test(absPath || filename)) === true
}

function isPanicOfMachine({ type, module }: NormalException): boolean {
  return thrownByMachine.test(type) && (module.startsWith('java.') || type.startsWith('System.'))
}

function isGeneralType({ type, module }: Pick<NormalException, 'type' | 'module'>, platform: string): boolean {
  return generalModule.test(module) || generalTypes.get(platform)?.test(type) === true
}
