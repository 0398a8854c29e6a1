import type { Client, OperationId } from '../../shared/client/index.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { type Arguments, argumentsOf, type Tool, WrongArguments } from './tool.ts'

/** A model reads what it is given, so it is given a short page of a list unless it asks for more. */
const SHORT_PAGE = 25

/** A tool for each endpoint that stores nothing, under the name of its operation: the table of the service makes them. */
export function readTools(endpoints: readonly Endpoint[], client: Client): Tool[] {
  return endpoints.flatMap((endpoint) => {
    if (endpoint.method === 'get') return readTool(endpoint, client)
    return 'compute' in endpoint ? computeTool(endpoint, client) : []
  })
}

function readTool(endpoint: Extract<Endpoint, { method: 'get' }>, client: Client): Tool {
  const { operation_id, path, query, summary } = endpoint
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const { properties: { format: _, ...properties } = {}, required = [] } = query
  const has_limit = 'limit' in properties
  return {
    name: operation_id,
    description: has_limit ? `${summary}. ${SHORT_PAGE} items unless limit says otherwise` : summary,
    inputSchema: argumentsOf({ ...Object.fromEntries(ids.map((id) => [id, ID])), ...properties }, [
      ...ids,
      ...required,
    ]),
    is_read: true,
    async run(args) {
      requireJson(args)
      const asked = Object.entries(args).filter(([name]) => !ids.includes(name))
      const page = has_limit ? { limit: SHORT_PAGE } : {}
      return call(client, operation_id, { ...pick(args, ids), query: { ...page, ...Object.fromEntries(asked) } })
    },
  }
}

const ID: Schema = { type: 'string' }

function requireJson({ format = 'json' }: Arguments): void {
  if (format !== 'json') throw new WrongArguments('Tools answer JSON only: leave format out.')
}

function computeTool({ operation_id, summary, body }: Endpoint & { readonly body: Schema }, client: Client): Tool {
  return {
    name: operation_id,
    description: summary,
    inputSchema: argumentsOf({ body }, ['body']),
    is_read: true,
    run: (args) => call(client, operation_id, { body: args.body }),
  }
}

function pick(args: Arguments, names: readonly string[]): Arguments {
  return Object.fromEntries(names.map((name) => [name, args[name]]))
}

/** The table of endpoints is the one that the client's calls are compared with by a test. */
async function call(client: Client, operation_id: string, request: object): Promise<unknown> {
  const { body } = await client.exchange(operation_id as OperationId, request as never)
  return body
}
