const mayBeGenerated = /[$\d]/

const generatedNames: readonly (readonly [RegExp, string])[] = [
  [/\$\$Lambda(?:\$\d+)?(?:[/.](?:0x)?[0-9a-f]+)?/gi, '$$$$Lambda'],
  [/\blambda\$([\w$]{0,200}?)\$\d+(?:\$\d+)?(?![\w])/g, 'lambda$$$1'],
  [
    /\$\$(?:(?:Enhancer|FastClass)By)?[A-Za-z]{0,40}CGLIB\$\$[0-9a-f]+(?:\$\$[A-Za-z]{0,40}CGLIB\$\$[0-9a-f]+)*/g,
    '$$$$CGLIB',
  ],
  [/\bCGLIB\$([\w$]{1,200}?)\$\d+(?!\w)/g, 'CGLIB$$$1'],
  [/\$\$ExternalSyntheticLambda\d+/g, '$$$$ExternalSyntheticLambda'],
  [/\$anonfun\$([\w$]{1,200}?)\$\d+/g, '$$anonfun$$$1'],
  // Clojure numbers its functions when they are compiled.
  [/\$(fn|eval|reify)__\d+/g, '$$$1'],
  [/\baccess\$\d+/g, 'access$$'],
  [/_?\$\$_(?:javassist|jvst)[0-9a-z]*(?:_[0-9a-f]+)*/gi, '$$$$javassist'],
  [/\$(ByteBuddy|HibernateProxy|MockitoMock)\$[0-9A-Za-z]+/g, '$$$1'],
  [/\bGenerated(Method|Constructor|Serialization\w{0,40})Accessor\d+/g, 'Generated$1Accessor'],
  [/\$Proxy\d+/g, '$$Proxy'],
  [/\bjdk\.proxy\d+/g, 'jdk.proxy'],
  [/\/0x[0-9a-f]+/gi, ''],
]

/** Names of classes and methods that the JVM or a library makes at run time, without their numbers. */
export function cleanJvmName(name: string): string {
  if (!mayBeGenerated.test(name)) {
    return name
  }
  return generatedNames.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name)
}
