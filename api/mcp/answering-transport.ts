import { PassThrough, type Readable, type Writable } from 'node:stream'
import { isJSONRPCRequest, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { soundLines } from './sound-lines.ts'

/** Longer than the client of the tools waits for any answer. */
const MOST_MS = 60_000

/**
 * Standard input and output, whose end comes once everything is answered: who pipes requests in closes the pipe behind the last one, and
 * the transport of the library drops what is not answered then. What is no message is refused.
 */
export function answeringTransport(stdin: Readable, stdout: Writable): Transport {
  const held = new PassThrough()
  const inner = new StdioServerTransport(held, stdout)
  const lines = soundLines((refusal) => void inner.send(refusal as never).catch((error) => transport.onerror?.(error)))
  const asked = new Set<unknown>()
  let hasEnded = false
  const endIfAnswered = () => {
    if (hasEnded && asked.size === 0) held.end()
  }
  const end = () => {
    hasEnded = true
    // What was read last is on its way through the stream.
    setImmediate(endIfAnswered)
    setTimeout(() => held.end(), MOST_MS).unref()
  }
  lines.once('end', end)
  stdin.once('close', end)
  const transport: Transport = {
    start: async () => {
      inner.onmessage = (message) => {
        keep(message)
        transport.onmessage?.(message)
      }
      inner.onerror = (error) => transport.onerror?.(error)
      inner.onclose = () => transport.onclose?.()
      await inner.start()
      stdin.pipe(lines).pipe(held, { end: false })
    },
    send: async (message) => {
      await inner.send(message)
      if ('id' in message && !('method' in message)) asked.delete(message.id)
      endIfAnswered()
    },
    close: () => inner.close(),
  }
  return transport

  function keep(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) asked.add(message.id)
    // Nobody answers what was taken back.
    else if ('method' in message && message.method === 'notifications/cancelled')
      asked.delete(message.params?.requestId)
  }
}
