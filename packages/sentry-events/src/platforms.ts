/** Platforms of events that are read alike, by the names that SDKs send. */

/** On .NET. */
export const dotnetPlatforms: ReadonlySet<string> = new Set(['csharp', 'dotnet', 'fsharp'])

/** On a virtual machine of Java. */
export const jvmPlatforms: ReadonlySet<string> = new Set(['java', 'kotlin', 'android'])

/** Compiled for the processor. */
export const nativePlatforms: ReadonlySet<string> = new Set(['native', 'c', 'cpp', 'objc', 'cocoa', 'rust', 'swift'])

/** JavaScript, in browsers and on servers. */
export const scriptPlatforms: ReadonlySet<string> = new Set(['javascript', 'node'])
