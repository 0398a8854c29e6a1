import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Logger } from 'pino'

/** Sends spans to a collector. Null in a process that has none: then nothing is wrapped. */
export type Tracing = {
  readonly tracer: Tracer
  /** Sends what has not been sent yet; a collector that is away is not waited for. */
  close(): Promise<void>
}

/** Jobs carry a traceparent, whatever headers OTEL_PROPAGATORS asks of requests. */
const JOB_FORMAT = new W3CTraceContextPropagator()

const FLUSH_MS = 2_000
const WANTED = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_EXPORTER'] as const

/** Starts what the standard's variables ask for. The SDK is loaded only then: it takes half a second and 40 MB. */
export async function openTracing(log: Logger, process_name: string): Promise<Tracing | null> {
  if (!isTracingWanted(process.env)) return null
  // Host and command line are not exported unless the environment asks for them.
  process.env.OTEL_NODE_RESOURCE_DETECTORS ||= 'env,serviceinstance'
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const warn = (message: string) => log.warn({ reason: String(message).slice(0, 300) }, 'traces are not sent')
  const quiet = () => {}
  const logger = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const serviceName = process.env.OTEL_SERVICE_NAME || `hauptbuch-${process_name}`
  const sdk = new NodeSDK({ serviceName, metricReaders: [], logRecordProcessors: [] })
  sdk.start()
  return {
    tracer: trace.getTracer('hauptbuch'),
    close: () => Promise.race([sdk.shutdown().catch(warn), sleep(FLUSH_MS)]),
  }
}

/** @source OpenTelemetry, environment variable specification */
export function isTracingWanted(env: NodeJS.ProcessEnv): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false
  if (env.OTEL_TRACES_EXPORTER?.trim() === 'none') return false
  return WANTED.some((name) => Boolean(env[name]?.trim()))
}

/**
 * The traceparent of the current span, for a job that others run; undefined where nothing is traced.
 *
 * @source W3C Trace Context, section 3.2
 */
export function currentTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {}
  JOB_FORMAT.inject(context.active(), carrier, defaultTextMapSetter)
  return carrier.traceparent
}

/** The trace that the current span is part of. */
export function currentTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

/** The context in which a span is a part of the one with this traceparent; null where it is missing or malformed. */
export function contextOf(traceparent: string | undefined): Context | null {
  const parent = JOB_FORMAT.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
  return trace.getSpanContext(parent) ? parent : null
}

/** Links to the spans with these traceparents; those that have none are left out. */
export function linksTo(traceparents: readonly (string | undefined)[]): Link[] {
  return traceparents.flatMap((traceparent) => {
    const parent = contextOf(traceparent)
    const linked = parent && trace.getSpanContext(parent)
    return linked ? [{ context: linked }] : []
  })
}

/** Ends a span that failed, by the name of the error: its message may hold values. */
export function endFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
  span.end()
}
