import type { NormalFrame } from '../../normal-event.js'
import { isInApp } from '../../normalize/in-app.js'
import { isJvmLibrary, isJvmRuntime } from './jvm-libraries.js'
import { isNativeLibrary } from './native-libraries.js'
import { isScriptLibrary } from './script-libraries.js'
import { dotnetPlatforms, jvmPlatforms, nativePlatforms } from '../../platforms.js'

/** What is known of a frame by its names alone. */
interface Origin {
  isSurelyLibrary: boolean
  isLikelyLibrary: boolean
}

/** Whether a frame is known not to be the application's own, whatever the SDK says of it. */
export function isSurelyLibrary(frame: NormalFrame, platform: string): boolean {
  return originOf(frame, platform).isSurelyLibrary
}

/** Whether a frame looks like that of a library, where the SDK does not say whose it is. */
export function isLikelyLibrary(frame: NormalFrame, platform: string): boolean {
  return originOf(frame, platform).isLikelyLibrary
}

/**
 * Platforms whose SDKs leave it to the service to find out whose a frame is, unless they were told: Go’s under `-trimpath`,
 * Ruby’s outside of Rails.
 */
export function isGuessedPlatform(platform: string): boolean {
  return jvmPlatforms.has(platform) || nativePlatforms.has(platform) || platform === 'go' || platform === 'ruby'
}

function originOf(frame: NormalFrame, platform: string): Origin {
  const { module } = frame
  if (jvmPlatforms.has(platform)) {
    return { isSurelyLibrary: isJvmRuntime(module), isLikelyLibrary: isJvmLibrary(module) }
  }
  const isKnown = nativePlatforms.has(platform) ? isNativeLibrary(frame) : isScriptLibrary(frame, platform)
  const isNamed = dotnetPlatforms.has(platform) && isDotnetLibrary(module)
  const isInstalled = !isInApp({ ...frame, inApp: true }, platform)
  return { isSurelyLibrary: isKnown, isLikelyLibrary: isKnown || isNamed || isInstalled }
}

const dotnetNamespaces =
  /^(?:System|Microsoft|Sentry|Serilog|NLog|log4net|Newtonsoft|Npgsql|MySql|MySqlConnector|MediatR|Polly|Dapper|AutoMapper|FluentValidation|Castle|Autofac|Hangfire|Quartz|StackExchange|MassTransit|RabbitMQ|Grpc|Google|Amazon|Azure|Xunit|NUnit|Moq|FSharp|Mono|Interop|Internal|UnityEngine)(?:\.|$)/

/** Whether a type is one of .NET's own or of a well-known package. */
function isDotnetLibrary(module: string): boolean {
  return dotnetNamespaces.test(module)
}
