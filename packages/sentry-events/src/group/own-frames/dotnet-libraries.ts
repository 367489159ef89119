const namespaces =
  /^(?:System|Microsoft|Sentry|Serilog|NLog|log4net|Newtonsoft|Npgsql|MySql|MySqlConnector|MediatR|Polly|Dapper|AutoMapper|FluentValidation|Castle|Autofac|Hangfire|Quartz|StackExchange|MassTransit|RabbitMQ|Grpc|Google|Amazon|Azure|Xunit|NUnit|Moq|FSharp|Mono|Interop|Internal|UnityEngine)(?:\.|$)/

/** Whether a type is one of .NET's own or of a well-known package. */
export function isDotnetLibrary(module: string): boolean {
  return namespaces.test(module)
}
