import type { IncomingMessage, ServerResponse } from 'node:http'

/** Requests whose senders keep their bodies back until they are told to go on. */
const awaited = new WeakMap<IncomingMessage, ServerResponse>()

export function awaitContinue(request: IncomingMessage, response: ServerResponse): void {
  awaited.set(request, response)
}

/**
 * Tells a sender that waits to send its body, once somebody reads it. Who is refused before need not send it: its answer is the first that it hears.
 *
 * @source RFC 9110, section 10.1.1
 */
export function tellToContinue(request: IncomingMessage): void {
  const response = awaited.get(request)
  awaited.delete(request)
  // The connection may have gone, or the answer already have begun.
  if (response && !response.headersSent && !response.destroyed) response.writeContinue()
}
