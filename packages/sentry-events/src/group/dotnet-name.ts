const mayBeGenerated = /[<@[|]|^lambda_method/

/** The compiler numbers what it makes of async methods, iterators, lambdas and local functions by their place. */
const generatedNames: readonly (readonly [RegExp, string])[] = [
  [/(>[a-z])__\d+(?:_\d+)*/g, '$1'],
  [/DisplayClass\d+(?:_\d+)*/g, 'DisplayClass'],
  [/\|\d+(?:_\d+)*/g, ''],
  [/^lambda_method\d+/, 'lambda_method'],
  [/@\d+(?:-\d+)?/g, '@'],
  // Type arguments hold versions of assemblies.
  [/\[\[[^]*\]\]/, ''],
]

/** Names of .NET and F# without the numbers that the compiler gives, which move with every edit. */
export function cleanDotnetName(name: string): string {
  if (!mayBeGenerated.test(name)) {
    return name
  }
  return generatedNames.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name)
}
