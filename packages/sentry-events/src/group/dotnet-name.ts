const mayBeGenerated = /[<@[|]|^lambda_method/

/** The compiler numbers the code it generates for async methods, iterators, lambdas and local functions by position. */
const generatedNames: readonly (readonly [RegExp, string])[] = [
  [/(>[a-z])__\d+(?:_\d+)*/g, '$1'],
  [/DisplayClass\d+(?:_\d+)*/g, 'DisplayClass'],
  [/\|\d+(?:_\d+)*/g, ''],
  [/^lambda_method\d+/, 'lambda_method'],
  [/@\d+(?:-\d+)?/g, '@'],
  // Type arguments contain assembly versions.
  [/\[\[[^]*\]\]/, ''],
]

/** Removes compiler-assigned numbers, which change with every edit, from .NET and F# names. */
export function cleanDotnetName(name: string): string {
  if (!mayBeGenerated.test(name)) {
    return name
  }
  return generatedNames.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name)
}
