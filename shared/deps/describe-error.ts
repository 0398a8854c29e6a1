/**
 * SQLSTATE classes whose messages name tables, locks and resources, and never a value: connection (08), transaction (25,
 * 40), names and rights (42), resources (53), locks (55), operators (57), system (58). Messages about data (22),
 * constraints (23) and what triggers raise tell amounts and keys.
 */
const SPEAKING = /^(08|25|40|42|53|55|57|58)/
const SQLSTATE = /^[0-9A-Z]{5}$/
/** SQLSTATEs, and codes of Node such as ECONNREFUSED and ERR_OUT_OF_RANGE. */
const CODE = /^[0-9A-Za-z_]{1,60}$/
const FRAME = /^ +at .+$/
const MAX_DEPTH = 5

type ErrorLike = {
  readonly name?: unknown
  readonly message: string
  readonly stack: string
  readonly code?: unknown
  readonly constraint?: unknown
  readonly table?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
}

/**
 * What the log has of an error: its kind, code, constraint and table, and where it was thrown. Its message is left out
 * unless it is one of PostgreSQL that has no values: messages of PostgreSQL, of Node and of assertions repeat what somebody
 * has sent, as do details, parameters and queries.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!isError(error)) return { name: `a thrown ${typeof error}` }
  const { name, code, constraint, table, cause, errors } = error
  const inner = Array.isArray(errors) ? errors.slice(0, MAX_DEPTH) : []
  return {
    name: typeof name === 'string' && CODE.test(name) ? name : 'Error',
    ...textOf('code', code),
    ...textOf('constraint', constraint),
    ...textOf('table', table),
    ...(isSpeaking(code) ? { message: error.message } : {}),
    stack: framesOf(error),
    ...(cause !== undefined && depth < MAX_DEPTH ? { cause: describeError(cause, depth + 1) } : {}),
    ...(inner.length > 0 && depth < MAX_DEPTH ? { errors: inner.map((one) => describeError(one, depth + 1)) } : {}),
  }
}

/** pg-boss reports errors as plain objects with what the error had. */
function isError(error: unknown): error is ErrorLike {
  const { message, stack } = Object(error) as Partial<ErrorLike>
  return typeof message === 'string' && typeof stack === 'string'
}

function textOf(name: string, value: unknown): object {
  return typeof value === 'string' && CODE.test(value) ? { [name]: value } : {}
}

function isSpeaking(code: unknown): boolean {
  return typeof code === 'string' && SQLSTATE.test(code) && SPEAKING.test(code)
}

/** The lines of the stack below its message, which may itself have lines that look like them. */
function framesOf({ stack, message }: ErrorLike): string {
  const lines = (message === '' ? stack : stack.slice(stack.indexOf(message) + message.length)).split('\n').reverse()
  const end = lines.findIndex((line) => !FRAME.test(line))
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .reverse()
    .map((line) => line.trim())
    .join('\n')
}
