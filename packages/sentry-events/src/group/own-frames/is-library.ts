import type { NormalFrame } from '../../normal-event.js'
import { isDotnetLibrary } from './dotnet-libraries.js'
import { isJvmLibrary, isJvmRuntime } from './jvm-libraries.js'
import { isNativeLibrary } from './native-libraries.js'
import { isScriptLibrary } from './script-libraries.js'

const jvmPlatforms = new Set(['java', 'kotlin', 'android'])
const dotnetPlatforms = new Set(['csharp', 'dotnet', 'fsharp'])
const nativePlatforms = new Set(['native', 'c', 'cpp', 'objc', 'cocoa', 'rust', 'swift'])

/** Whether a frame is known not to be the application's own, whatever the SDK says of it. */
export function isSurelyLibrary(frame: NormalFrame, platform: string): boolean {
  if (jvmPlatforms.has(platform)) return isJvmRuntime(frame.module)
  if (nativePlatforms.has(platform)) return isNativeLibrary(frame)
  return isScriptLibrary(frame, platform)
}

/** Whether a frame looks like that of a library, where the SDK does not say whose it is. */
export function isLikelyLibrary(frame: NormalFrame, platform: string): boolean {
  if (jvmPlatforms.has(platform)) return isJvmLibrary(frame.module)
  if (dotnetPlatforms.has(platform)) return isDotnetLibrary(frame.module)
  return isSurelyLibrary(frame, platform)
}

/** Platforms whose SDKs leave it to the service to find out whose a frame is, unless they were told. */
export function isGuessedPlatform(platform: string): boolean {
  return jvmPlatforms.has(platform) || nativePlatforms.has(platform)
}
