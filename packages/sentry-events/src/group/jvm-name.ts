const mayBeGenerated = /[$\d]/

interface GeneratedName {
  /** A text that every such name contains: searching for it is cheaper than the pattern. */
  sign: string
  pattern: RegExp
  plain: string
}

const generatedNames: readonly GeneratedName[] = [
  { sign: '$$Lambda', pattern: /\$\$Lambda(?:\$\d+)?(?:[/.](?:0x)?[0-9a-f]+)?/g, plain: '$$$$Lambda' },
  { sign: 'lambda$', pattern: /\blambda\$([\w$]{0,200}?)\$\d+(?:\$\d+)?(?!\w)/g, plain: 'lambda$$$1' },
  {
    sign: 'CGLIB$$',
    pattern:
      /\$\$(?:(?:Enhancer|FastClass)By)?[A-Za-z]{0,40}CGLIB\$\$[0-9a-f]+(?:\$\$[A-Za-z]{0,40}CGLIB\$\$[0-9a-f]+)*/g,
    plain: '$$$$CGLIB',
  },
  { sign: 'CGLIB$', pattern: /\bCGLIB\$([\w$]{1,200}?)\$\d+(?!\w)/g, plain: 'CGLIB$$$1' },
  {
    sign: '$$ExternalSyntheticLambda',
    pattern: /\$\$ExternalSyntheticLambda\d+/g,
    plain: '$$$$ExternalSyntheticLambda',
  },
  { sign: '$anonfun$', pattern: /\$anonfun\$([\w$]{1,200}?)\$\d+/g, plain: '$$anonfun$$$1' },
  // Clojure numbers functions at compile time.
  { sign: '__', pattern: /\$(fn|eval|reify)__\d+/g, plain: '$$$1' },
  { sign: 'access$', pattern: /\baccess\$\d+/g, plain: 'access$$' },
  { sign: '$$_j', pattern: /_?\$\$_(?:javassist|jvst)[0-9a-z]*(?:_[0-9a-f]+)*/g, plain: '$$$$javassist' },
  { sign: '$ByteBuddy$', pattern: /\$ByteBuddy\$[0-9A-Za-z]+/g, plain: '$$ByteBuddy' },
  { sign: '$HibernateProxy$', pattern: /\$HibernateProxy\$[0-9A-Za-z]+/g, plain: '$$HibernateProxy' },
  { sign: '$MockitoMock$', pattern: /\$MockitoMock\$[0-9A-Za-z]+/g, plain: '$$MockitoMock' },
  {
    sign: 'Accessor',
    pattern: /\bGenerated(Method|Constructor|Serialization\w{0,40})Accessor\d+/g,
    plain: 'Generated$1Accessor',
  },
  { sign: '$Proxy', pattern: /\$Proxy\d+/g, plain: '$$Proxy' },
  { sign: 'jdk.proxy', pattern: /\bjdk\.proxy\d+/g, plain: 'jdk.proxy' },
  { sign: '/0x', pattern: /\/0x[0-9a-f]+/g, plain: '' },
]

/** Removes numbers from names of classes and methods that the JVM or a library generates at run time. */
export function cleanJvmName(name: string): string {
  if (!mayBeGenerated.test(name)) {
    return name
  }
  let clean = name
  for (const { sign, pattern, plain } of generatedNames) {
    if (clean.includes(sign)) clean = clean.replace(pattern, plain)
  }
  return clean
}
