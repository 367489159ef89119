/** Platforms that are read alike, by the names SDKs send. */

/** .NET platforms. */
export const dotnetPlatforms: ReadonlySet<string> = new Set(['csharp', 'dotnet', 'fsharp'])

/** Platforms on the JVM. */
export const jvmPlatforms: ReadonlySet<string> = new Set(['java', 'kotlin', 'android'])

/** Platforms compiled to machine code. */
export const nativePlatforms: ReadonlySet<string> = new Set(['native', 'c', 'cpp', 'objc', 'cocoa', 'rust', 'swift'])

/** JavaScript in browsers and on servers. */
export const scriptPlatforms: ReadonlySet<string> = new Set(['javascript', 'node'])
