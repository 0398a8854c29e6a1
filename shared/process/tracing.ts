import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Logger } from 'pino'

/** Tells a collector what was done and how long it took. Null in a process that has none: then nothing is wrapped. */
export type Tracing = {
  readonly tracer: Tracer
  /** Sends what has not been sent yet; a collector that is away is not waited for. */
  close(): Promise<void>
}

const FLUSH_MS = 2_000
const WANTED = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_EXPORTER'] as const

/** Starts what the standard's variables ask for. The SDK is loaded only then: it takes half a second and 40 MB. */
export async function openTracing(log: Logger, process_name: string): Promise<Tracing | null> {
  if (!isTracingWanted(process.env)) return null
  // Host and command line are not exported unless the environment asks for them.
  process.env.OTEL_NODE_RESOURCE_DETECTORS ||= 'env,serviceinstance'
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const tell = (message: string) => log.warn({ said: message.slice(0, 300) }, 'traces are not sent')
  const quiet = () => {}
  const logger = { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const serviceName = process.env.OTEL_SERVICE_NAME || `hauptbuch-${process_name}`
  const sdk = new NodeSDK({ serviceName, metricReaders: [], logRecordProcessors: [] })
  sdk.start()
  return {
    tracer: trace.getTracer('hauptbuch'),
    close: () => Promise.race([sdk.shutdown().catch(tell), sleep(FLUSH_MS)]),
  }
}

/** @source OpenTelemetry, environment variable specification */
export function isTracingWanted(env: NodeJS.ProcessEnv): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false
  if (env.OTEL_TRACES_EXPORTER?.trim() === 'none') return false
  return WANTED.some((name) => Boolean(env[name]?.trim()))
}

/**
 * The traceparent of the current span, for other processes; undefined where nothing is traced.
 *
 * @source W3C Trace Context, section 3.2
 */
export function currentTraceparent(): string | undefined {
  const spoken = trace.getActiveSpan()?.spanContext()
  return spoken && `00-${spoken.traceId}-${spoken.spanId}-${spoken.traceFlags.toString(16).padStart(2, '0')}`
}

/** The trace of what is done right now. */
export function currentTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

/** The span behind a traceparent of our own; undefined where there is none. */
export function remoteSpan(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

/** The context in which something is a part of that span. */
export function beneath(parent: SpanContext): Context {
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}

/** Ends a span that failed, by the name of the error: its message may hold values. */
export function endFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
  span.end()
}
