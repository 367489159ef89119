import { cleanJvmName } from '../jvm-name.js'
import type { Place, ReadPlace } from './place.js'

/** Classes that a compiler, a virtual machine or a library generates as bridges between classes. */
const bridgeClass =
  /\$\$Lambda|-\$\$Lambda|\$Proxy\d*$|Generated(?:Method|Constructor|Serialization\w{0,40})Accessor|\$\$FastClass|\$ByteBuddy\$Auxiliary/
const bridgeMethod =
  /^(?:access\$\d+|-\$\$Nest\$\w{0,100}|\$r8\$lambda\$.{0,100}|lambda_method)$|^CGLIB\$(?:STATICHOOK|BIND|SET)/
const proxySuffix =
  /(?:\$\$(?:(?:Enhancer|FastClass)By)?[A-Za-z]{0,40}CGLIB\$\$|_?\$\$_(?:javassist|jvst|Weld)|\$ByteBuddy\$|\$HibernateProxy\$|\$MockitoMock\$|_ClientProxy$|_Subclass$|\$Proxy\$_?\$\$_)[^]*$/
/**
 * Kotlin names lambdas and coroutines by class, function and number: `Cart$add$1$2`; Java numbers anonymous classes.
 */
const localClass = /^([^$]{1,300}(?:\$[A-Z]\w{0,200})*?)\$([a-z_]\w{0,200}?)(?:\$[^]*)?\$\d{1,6}(?:\$[^]*)?$/
const anonymousClass = /\$\d{1,6}(?=\$|$)/g
const javaLambda = /^lambda\$([\w]{1,200})(?:\$[^]*)?\$\d{1,6}(?:\$\d{1,6})?$/
const scalaLambda = /^\$anonfun\$(?:adapted\$)?([\w]{1,200})(?:\$\d{1,6})*(?:\$adapted)?$/
/** Kotlin mangles functions that take value classes with a hash. */
const valueClassHash = /-(?:impl|[A-Za-z0-9_]{7})$/
/** Methods that invoke lambdas and coroutines. */
const functional =
  /^(?:invoke(?:Suspend|\$.{1,200}|-.{1,40})?|create|resumeWith|emit|collect|run|call|apply|accept|get|test|compare|handle|doResume)$/
const d8Class = /\$\$(?:External|Internal)Synthetic\w{0,40}$/
const generated = /\$|-/

/** The class and function as written in Java, Kotlin and Scala source, from names by javac, kotlinc and D8. */
export const readJvmPlace: ReadPlace = ({ module, function: name }) => {
  if (bridgeClass.test(module) || bridgeMethod.test(name)) return undefined
  if (!generated.test(module) && !generated.test(name)) return { module, function: name, isAnonymous: false }
  const around = module.replace(proxySuffix, '').replace(d8Class, '')
  const local = localClass.exec(around)
  if (local !== null) return readLocalClass(cleanJvmName(local[1] ?? ''), local[2] ?? '', name)
  const own = ownName(name)
  const outer = around.replace(anonymousClass, '')
  return {
    module: cleanJvmName(outer),
    function: own,
    isAnonymous: outer !== around || name.includes('lambda$') || name.includes('$anonfun$'),
  }
}

/** A method of a class declared in a function is identified by both, unless it is the lambda itself. */
function readLocalClass(module: string, around: string, name: string): Place {
  return { module, function: functional.test(name) ? around : `${around}.${ownName(name)}`, isAnonymous: true }
}

function ownName(name: string): string {
  const lambda = javaLambda.exec(name)?.[1] ?? scalaLambda.exec(name)?.[1]
  if (lambda !== undefined) return lambda
  const plain = name.startsWith('access$') ? name.slice('access$'.length) : name
  const cglib = plain.startsWith('CGLIB$') ? plain.slice('CGLIB$'.length) : plain
  const end = cglib.indexOf('$')
  return (end > 0 ? cglib.slice(0, end) : cglib).replace(valueClassHash, '')
}
