import type { NormalFrame } from '../../normal-event.js'
import { isInApp } from '../../normalize/in-app.js'
import { isJvmLibrary, isJvmRuntime } from './jvm-libraries.js'
import { isNativeLibrary } from './native-libraries.js'
import { isScriptLibrary } from './script-libraries.js'
import { dotnetPlatforms, jvmPlatforms, nativePlatforms } from '../../platforms.js'

/** What a frame's names reveal. */
interface Origin {
  isSurelyLibrary: boolean
  isLikelyLibrary: boolean
}

/** True if a frame is certainly not in-app, whatever the SDK says. */
export function isSurelyLibrary(frame: NormalFrame, platform: string): boolean {
  return originOf(frame, platform).isSurelyLibrary
}

/** True if a frame looks like library code, for SDKs that do not report the in-app status. */
export function isLikelyLibrary(frame: NormalFrame, platform: string): boolean {
  return originOf(frame, platform).isLikelyLibrary
}

/**
 * Platforms whose SDKs leave the in-app status to the service unless configured: Go's with `-trimpath`, Ruby's outside
 * Rails.
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

/** True if a type belongs to .NET or a well-known package. */
function isDotnetLibrary(module: string): boolean {
  return dotnetNamespaces.test(module)
}
