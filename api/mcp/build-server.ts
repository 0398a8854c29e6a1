import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { RequestRefused } from '../../shared/client/index.ts'
import { PRODUCT_VERSION } from '../product-version.ts'
import { type Arguments, type Tool, WrongArguments } from './tool.ts'

/** A model cannot read more at once; what it asked for is cut nowhere, so it asks for less. */
const MOST_CHARACTERS = 200_000

const INSTRUCTIONS = `Hauptbuch keeps double-entry books of end customers of a Swiss fiduciary.
listEndCustomers names them; most tools need an end_customer_id. Amounts are in the smallest unit of their currency
(amount_minor 10810 in CHF is 108.10). Fiscal years are called FY2026, VAT periods 2026-Q1. A blocked fact says what
stands in its way and what to do (blockers, remedy). Nothing is posted by hand: what is to be booked is a fact with the
hashes of its evidence, tried first. Figures come from these tools alone; do not compute what they do not say.`

/** Shows the tools to a model, and runs them. What the service refuses is an answer of the tool, with all its details. */
export function buildMcpServer(tools: readonly Tool[]): Server {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const server = new Server(
    { name: 'hauptbuch', version: PRODUCT_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describe) as never }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = byName.get(params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    return run(tool, params.arguments ?? {})
  })
  return server
}

function describe({ name, description, inputSchema, is_read }: Tool) {
  const annotations = { readOnlyHint: is_read, destructiveHint: false, idempotentHint: true, openWorldHint: false }
  return { name, description, inputSchema, annotations }
}

async function run(tool: Tool, args: Arguments) {
  try {
    const text = JSON.stringify(await tool.run(args))
    if (text.length <= MOST_CHARACTERS) return { content: [{ type: 'text' as const, text }] }
    return failure(`The answer has ${text.length} characters. Ask for less: a lower limit, or a shorter period.`)
  } catch (error) {
    return failure(error instanceof RequestRefused ? JSON.stringify(refusal(error)) : messageOf(error))
  }
}

function refusal({ status, code, message, details, request_id }: RequestRefused) {
  return { error: { status, code, message, details, request_id } }
}

function messageOf(error: unknown): string {
  if (error instanceof WrongArguments) return error.message
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error instanceof Error ? error.message : error}${cause}`
}

function failure(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true }
}
