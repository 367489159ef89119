import type { NormalEvent, NormalException } from '../normal-event.js'
import type { OwnStack } from './own-stack.js'
import { normalizeText } from './texts/plain-text.js'
import { skeletonOf } from './texts/skeleton.js'

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

const rustSdk = /^sentry[.-]rust/
const rustFile = /\.rs$/

/**
 * What the text of an exception adds to its type and the application's stack; empty when these say it all.
 *
 * It tells where the stack is not that of the error (Go, Rust, thrown values that are not errors), and where the
 * application threw a type of the language itself, or from code without a name, and no source line says which.
 */
export function tellingMessage(exception: NormalException, stack: OwnStack, event: NormalEvent): string {
  if (exception.mechanism?.synthetic === true) return normalizeText(exception.value)
  if (event.platform === 'go' || isOfRust(exception, event)) {
    return skeletonOf(exception.value)
  }
  const { crash, isThrownByOwn } = stack
  if (crash === undefined || crash.hasSourceLine || !isThrownByOwn || isPanicOfMachine(exception)) return ''
  return crash.place.isAnonymous || isGeneralType(exception, event.platform) ? skeletonOf(exception.value) : ''
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
