import { cleanDotnetName } from '../dotnet-name.js'
import type { ReadPlace } from './place.js'

/** Compiler-generated classes for async methods, iterators, lambdas and F# closures: nested in the declaring class. */
const generatedClass = /[+.]<+([^<>]{1,200})>+[a-z](?:__[\w|]{0,100})?(?:[+.][^]*)?$/
const displayClass =
  /[+.](?:<>c(?:__DisplayClass\w{0,60})?|<>[A-Za-z]\w{0,60}|<PrivateImplementationDetails>)(?:`\d+)?(?=[+.]|$)/g
const sharpClosure = /[+.](\w{1,200})@\d[\w-]{0,40}$/
const generatedMethod = /^<+([^<>]{1,200})>+[a-z]__(?:([A-Za-z_]\w{0,200})\|)?[^]*$/
const signature = /^(?:async |static )?(?:[\w.<>[\],?`+ ]{1,300} )?([\w.`+]{1,300}?)(?:<[^()]{0,300}>)?\([^]*$/
const localFunction = /\)\+(\w{1,100})\(/g
const typeArguments = /\[\[?[^]*\]|`\d{1,3}/g
const bridge = /^lambda_method/

/** The type and method as written in the source; SDKs send runtime names or readable ones. */
export const readDotnetPlace: ReadPlace = ({ module: type, function: name }) => {
  if (bridge.test(name)) return undefined
  const shell = type.replace(displayClass, '')
  const machine = generatedClass.exec(shell) ?? sharpClosure.exec(shell)
  if (machine !== null) {
    return { module: plainType(shell.slice(0, machine.index)), function: machine[1] ?? '', isAnonymous: true }
  }
  const made = generatedMethod.exec(name)
  const own = made === null ? readable(name) : [made[1], made[2]].filter(Boolean).join('.')
  const isAnonymous = (made !== null && made[2] === undefined) || name.includes('=>') || shell !== type
  return { module: plainType(shell), function: own, isAnonymous }
}

function plainType(type: string): string {
  return cleanDotnetName(type).replace(typeArguments, '')
}

/** `async Task<Order> Orders.Load(int id)+Check(int n)` is `Load.Check`. */
function readable(name: string): string {
  if (!name.includes('(')) return name.replace(typeArguments, '')
  const method = signature.exec(name)?.[1] ?? name.slice(0, name.indexOf('('))
  const inner = [...name.matchAll(localFunction)].map(([, local]) => local)
  return [method.slice(method.lastIndexOf('.') + 1).replace(typeArguments, ''), ...inner].join('.')
}
