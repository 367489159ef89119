/** The runtime, its languages, SDKs and loggers: never in-app, whatever an SDK says. */
const runtimePrefixes = [
  'java.',
  'javax.',
  'jakarta.',
  'jdk.',
  'sun.',
  'com.sun.',
  'kotlin.',
  'kotlinx.',
  'scala.',
  'groovy.',
  'clojure.lang.',
  'dalvik.',
  'libcore.',
  'android.',
  'androidx.',
  'com.android.',
  'io.sentry.',
  'ch.qos.logback.',
  'org.slf4j.',
  'org.springframework.',
  'org.apache.',
  'io.opentelemetry.',
]

/** Packages that applications use; an SDK configured otherwise takes precedence. */
const packagePrefixes = [
  'akka.',
  'com.fasterxml.',
  'com.google.android.',
  'com.google.common.',
  'com.google.gson.',
  'com.google.inject.',
  'com.mongodb.',
  'com.mysql.',
  'com.netflix.',
  'com.squareup.',
  'com.zaxxer.',
  'dagger.',
  'feign.',
  'graphql.',
  'io.grpc.',
  'io.ktor.',
  'io.lettuce.',
  'io.micrometer.',
  'io.micronaut.',
  'io.netty.',
  'io.quarkus.',
  'io.reactivex.',
  'io.undertow.',
  'io.vertx.',
  'javassist.',
  'junit.',
  'net.bytebuddy.',
  'net.sf.cglib.',
  'okhttp3.',
  'okio.',
  'org.aspectj.',
  'org.codehaus.',
  'org.eclipse.',
  'org.glassfish.',
  'org.gradle.',
  'org.hibernate.',
  'org.jboss.',
  'org.jetbrains.',
  'org.jooq.',
  'org.junit.',
  'org.mockito.',
  'org.mybatis.',
  'org.postgresql.',
  'org.quartz.',
  'org.thymeleaf.',
  'play.api.',
  'reactor.',
  'redis.clients.',
  'retrofit2.',
  'rx.',
  'zio.',
]

/** Database drivers, connection pools and mappers, which no application contains. */
const drivers =
  /^(?:org\.(?:h2|hsqldb|sqlite|mariadb\.jdbc|postgresql|hibernate|jooq|mybatis)|com\.(?:mysql|zaxxer\.hikari|mongodb|microsoft\.sqlserver\.jdbc|ibm\.db2)|oracle\.jdbc|io\.r2dbc|redis\.clients)\./

/** True for code of a database driver, whatever an SDK says. */
export function isOfDriver(module: string): boolean {
  return drivers.test(module)
}

export function isJvmRuntime(module: string): boolean {
  return runtimePrefixes.some((prefix) => module.startsWith(prefix))
}

export function isJvmLibrary(module: string): boolean {
  return isJvmRuntime(module) || packagePrefixes.some((prefix) => module.startsWith(prefix))
}
