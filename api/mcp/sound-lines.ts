import { Transform } from 'node:stream'
import { INVALID_REQUEST, PARSE_ERROR, parseJSONRPCMessage } from '@modelcontextprotocol/server'

/** As much as the transport of the library keeps of what has no end yet; with more it closes. */
const MOST_BYTES = 10 * 1_024 * 1_024 - 1
const LINE_END = 0x0a

/** Of JSON-RPC 2.0; `id` is null where nobody can tell which request it was. */
type RefusedLine = {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

/**
 * Lets lines through that are messages, and has the others refused: the library only says to its operator that it could not read them, so that
 * who has sent one waits for an answer.
 *
 * @source JSON-RPC 2.0, section 5.1; MCP 2025-06-18, "Base Protocol" (no batches), "stdio" (a message is a line)
 */
export function soundLines(refuse: (refusal: RefusedLine) => void): Transform {
  let begun: Buffer[] = []
  let length = 0
  let isTooLong = false

  function add(part: Buffer): void {
    length += part.length
    if (length <= MOST_BYTES) begun.push(part)
    else {
      if (!isTooLong) refuse(refusal(INVALID_REQUEST, `A message has at most ${MOST_BYTES} bytes.`))
      isTooLong = true
      begun = []
    }
  }

  function endLine(lines: Transform): void {
    const line = Buffer.concat(begun)
    const refused = isTooLong ? null : refusalOf(line.toString())
    if (refused) refuse(refused)
    if (refused === null && line.length > 0) lines.push(Buffer.concat([line, Buffer.of(LINE_END)]))
    begun = []
    length = 0
    isTooLong = false
  }

  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
        add(chunk.subarray(from, end))
        endLine(this)
        from = end + 1
      }
      if (from < chunk.length) add(chunk.subarray(from))
      done()
    },
    flush(done) {
      endLine(this)
      done()
    },
  })
}

/** @returns undefined where nothing is to be answered: to nothing, and to a broken answer, or two programs would refuse each other for ever */
function refusalOf(line: string): RefusedLine | null | undefined {
  if (line.trim() === '') return undefined
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch {
    return refusal(PARSE_ERROR, 'A line is one message in JSON.')
  }
  try {
    parseJSONRPCMessage(message)
    return null
  } catch {
    if (isAnswer(message)) return undefined
    return refusal(
      INVALID_REQUEST,
      'A line is one request or notification of JSON-RPC 2.0, as an object.',
      idOf(message),
    )
  }
}

function refusal(code: number, message: string, id: RefusedLine['id'] = null): RefusedLine {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function isAnswer(message: unknown): boolean {
  return typeof message === 'object' && message !== null && ('result' in message || 'error' in message)
}

function idOf(message: unknown): RefusedLine['id'] {
  const { id } = Object(message) as { readonly id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
