import { blocker, errorEnvelope, intent, money, moneyAnswer } from '../shared/contract/common.ts'
import type { Schema } from '../shared/contract/schema.ts'
import { ERROR_STATUS } from '../shared/errors.ts'
import type { Endpoint } from './endpoint.ts'

const SHARED: readonly Schema[] = [money, moneyAnswer, blocker, intent, errorEnvelope]

/** The OpenAPI 3.1 document, made from the endpoint table and the very schemas that validate requests. */
export function openApiDocument(endpoints: readonly Endpoint[]): object {
  const schemas: Record<string, Schema> = {}
  for (const schema of SHARED) refer(schema, schemas)
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hauptbuch',
      version: '1',
      description: 'Accounting source facts, journal and statements for Swiss fiduciaries.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(endpoints.map(({ path }) => tagOf(path)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'hb_<key id>_<secret>' } },
      schemas,
    },
  }
}

function operation(endpoint: Endpoint, schemas: Record<string, Schema>) {
  const { operation_id, summary, status, response } = endpoint
  return {
    operationId: operation_id,
    summary,
    tags: [tagOf(endpoint.path)],
    parameters: [...pathParameters(endpoint.path), ...otherParameters(endpoint, schemas)],
    ...requestBody(endpoint, schemas),
    responses: {
      [status]: { description: DONE[status], content: { ...json(refer(response, schemas)), ...texts(endpoint) } },
      default: {
        description: `An error: ${Object.keys(ERROR_STATUS).join(', ')}`,
        content: json(refer(errorEnvelope, schemas)),
      },
    },
  }
}

/** Resources group the operations: /v1/source-facts/… is about source-facts. */
function tagOf(path: string): string {
  return path.split('/')[2] ?? ''
}

const DONE = { 200: 'The resource', 201: 'Created', 202: 'Accepted; the rest happens asynchronously' } as const

function json(schema: Schema) {
  return { 'application/json': { schema } }
}

function requestBody(endpoint: Endpoint, schemas: Record<string, Schema>) {
  if (endpoint.method === 'get') return {}
  if ('body' in endpoint) return { requestBody: { required: true, content: json(refer(endpoint.body, schemas)) } }
  const content = { [endpoint.upload.media_type]: { schema: { type: 'string' } } }
  return { requestBody: { required: true, content } }
}

/** Representations that are text. */
function texts(endpoint: Endpoint) {
  const formats = endpoint.method === 'get' ? Object.values(endpoint.formats ?? {}) : []
  return Object.fromEntries(formats.map(({ media_type }) => [media_type, { schema: { type: 'string' } }]))
}

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function otherParameters(endpoint: Endpoint, schemas: Record<string, Schema>) {
  const inQuery = 'query' in endpoint ? queryParameters(endpoint.query, schemas) : []
  if (endpoint.method === 'get') return inQuery
  return [
    ...inQuery,
    { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', minLength: 1, maxLength: 255 } },
    {
      name: 'Prefer',
      in: 'header',
      required: false,
      description: 'wait=N holds the answer until the work has settled, N seconds at most (30)',
      schema: { type: 'string' },
    },
  ]
}

function queryParameters({ properties = {}, required = [] }: Schema, schemas: Record<string, Schema>) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(schema.description ? { description: schema.description } : {}),
    schema: refer(schema, schemas),
  }))
}

/** Puts every titled schema under components once and refers to it. */
function refer(schema: Schema, schemas: Record<string, Schema>): Schema {
  const expanded = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, expand(keyword, value, schemas)]),
  ) as Schema
  if (!schema.title) return expanded
  schemas[schema.title] ??= expanded
  return { $ref: `#/components/schemas/${schema.title}` }
}

function expand(keyword: string, value: unknown, schemas: Record<string, Schema>): unknown {
  if (keyword === 'properties') {
    const properties = Object.entries(value as Record<string, Schema>)
    return Object.fromEntries(properties.map(([name, schema]) => [name, refer(schema, schemas)]))
  }
  if (keyword === 'anyOf') return (value as Schema[]).map((schema) => refer(schema, schemas))
  if (keyword === 'items') return refer(value as Schema, schemas)
  return keyword === 'additionalProperties' && typeof value === 'object' ? refer(value as Schema, schemas) : value
}
