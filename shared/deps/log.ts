import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'

/** The log of a process: one JSON object a line. Errors are described without a value that somebody sent. */
export function openLog(level: string, process_name: string): Logger {
  const log = pino({ level, base: { process: process_name }, serializers: { err: describeError } }, standardOutput())
  logWarnings(log)
  return log
}

/**
 * Node would write its warnings as plain text between the lines. A process has one log, and tests several. Like those of errors
 * their messages are left out: that of `url.parse` has the whole address that somebody sent.
 */
function logWarnings(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ warning: describeError(warning) }, 'a warning of Node'))
}

/**
 * Lines wait as bytes until they are written. Pino's own destination keeps them as one text, and measures it again for each
 * line: a worker, which logs hundreds of lines at once, spent half of its logging on that (3 µs a line, sonic-boom 4.2.1).
 */
function standardOutput(): DestinationStream {
  const options = { dest: 1, sync: false, contentMode: 'buffer' } as const
  const output = destination(options) as unknown as { write(line: Buffer): boolean }
  return { write: (line) => output.write(Buffer.from(line)) }
}
