import { trialQuery } from '../../shared/contract/facts/fact-trials.ts'
import { blocker, errorEnvelope, intent, money, moneyAnswer } from '../../shared/contract/primitives.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import { type Endpoint, isMutating } from '../http/endpoint.ts'
import { PRODUCT_VERSION } from '../product-version.ts'
import { errorResponses, errorsOf } from './errors.ts'
import { type ExamplesOf, openApiExamples } from './examples-of-operations.ts'
import { HEADERS, headersOf } from './headers.ts'
import { GUIDE, TAGS } from './interface-guide.ts'
import { SECURITY_SCHEMES, securityOf } from './security.ts'
import { describeWebhooks } from './webhooks.ts'

type Reference = { readonly $ref: string; readonly description?: string }
type Schemas = Record<string, Schema>

const SHARED: readonly Schema[] = [money, moneyAnswer, blocker, intent, errorEnvelope]
const JSON_TYPE = 'application/json'

/** The OpenAPI 3.1 document, made from the endpoint table and the very schemas that validate requests. */
export function openApiDocument(endpoints: readonly Endpoint[], examples = openApiExamples()): object {
  const schemas: Schemas = {}
  for (const schema of SHARED) refer(schema, schemas)
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint, examples(endpoint), schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hauptbuch',
      version: PRODUCT_VERSION,
      summary: 'Accounting source facts, journal and statements for Swiss fiduciaries',
      description: GUIDE,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(endpoints.map(({ path }) => tagOf(path)))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    webhooks: describeWebhooks((schema) => refer(schema, schemas)),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      responses: errorResponses(),
      schemas,
    },
  }
}

function operation(endpoint: Endpoint, examples: ExamplesOf, schemas: Schemas) {
  const { operation_id, summary, status, response } = endpoint
  return {
    operationId: operation_id,
    summary,
    tags: [tagOf(endpoint.path)],
    parameters: [...pathParameters(endpoint.path, examples), ...otherParameters(endpoint, examples, schemas)],
    ...requestBody(endpoint, examples, schemas),
    ...securityOf(endpoint),
    responses: {
      ...trialResponse(endpoint, examples, schemas),
      [status]: {
        description: DONE[status],
        ...headersOf(endpoint),
        content: {
          [JSON_TYPE]: { schema: refer(response, schemas), ...examples.answer(status, JSON_TYPE) },
          ...texts(endpoint, examples),
        },
      },
      ...(isTagged(endpoint) ? { 304: { description: 'Nothing has changed', ...headersOf(endpoint) } } : {}),
      ...errorsOf(endpoint, examples),
    },
  }
}

/** Resources group the operations: /v1/source-facts/… is about source-facts. */
function tagOf(path: string): string {
  return path.split('/')[2] ?? ''
}

const DONE = { 200: 'The resource', 201: 'Created', 202: 'Accepted; the rest happens asynchronously' } as const

function requestBody(endpoint: Endpoint, examples: ExamplesOf, schemas: Schemas) {
  if (endpoint.method === 'get') return {}
  const content =
    'body' in endpoint
      ? { [JSON_TYPE]: { schema: refer(endpoint.body, schemas), ...examples.body() } }
      : { [endpoint.upload.media_type]: { schema: { type: 'string' }, ...examples.body() } }
  return { requestBody: { required: true, content } }
}

/** What is answered to `?dry_run=true`. */
function trialResponse(endpoint: Endpoint, examples: ExamplesOf, schemas: Schemas) {
  if (!('trial' in endpoint) || endpoint.trial === undefined) return {}
  const content = { schema: refer(endpoint.trial.response, schemas), ...examples.answer(200, JSON_TYPE) }
  return {
    200: {
      description: 'What would become of it; nothing is stored',
      ...headersOf(endpoint),
      content: { [JSON_TYPE]: content },
    },
  }
}

/** Representations that are text. */
function texts(endpoint: Endpoint, examples: ExamplesOf) {
  const formats = endpoint.method === 'get' ? Object.values(endpoint.formats ?? {}) : []
  return Object.fromEntries(
    formats.map(({ media_type }) => [
      media_type,
      { schema: { type: 'string' }, ...examples.answer(endpoint.status, media_type) },
    ]),
  )
}

function pathParameters(path: string, examples: ExamplesOf) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...examples.parameter('path', name),
  }))
}

function otherParameters(endpoint: Endpoint, examples: ExamplesOf, schemas: Schemas) {
  const query = 'query' in endpoint ? endpoint.query : 'trial' in endpoint && endpoint.trial ? OPTIONAL_TRIAL : null
  const inQuery = query === null ? [] : queryParameters(query, examples, schemas)
  if (!isMutating(endpoint)) return isTagged(endpoint) ? [...inQuery, IF_NONE_MATCH] : inQuery
  return [
    ...inQuery,
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description: 'Printable ASCII; a new one for each request, the same one for a retry',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      ...examples.parameter('headers', 'Idempotency-Key'),
    },
    {
      name: 'Prefer',
      in: 'header',
      required: false,
      description: 'wait=N holds the answer until the work has settled, N seconds at most (30)',
      schema: { type: 'string' },
      ...examples.parameter('headers', 'Prefer'),
    },
  ]
}

const OPTIONAL_TRIAL = { ...trialQuery, required: [] } as const

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an earlier answer; where nothing has changed since, the answer is 304',
  schema: { type: 'string' },
} as const

function isTagged(endpoint: Endpoint): boolean {
  return endpoint.method === 'get' && endpoint.etag !== undefined
}

function queryParameters({ properties = {}, required = [] }: Schema, examples: ExamplesOf, schemas: Schemas) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(schema.description ? { description: schema.description } : {}),
    schema: refer(schema, schemas),
    ...examples.parameter('query', name),
  }))
}

/** Puts every titled schema under components once and refers to it. */
function refer(schema: Schema, schemas: Schemas): Schema | Reference {
  const expanded = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, expand(keyword, value, schemas)]),
  ) as Schema
  if (!schema.title) return expanded
  schemas[schema.title] ??= expanded
  const $ref = `#/components/schemas/${schema.title}`
  // The description of this use, and not of the component.
  return schema.description === schemas[schema.title]?.description
    ? { $ref }
    : { $ref, description: schema.description ?? '' }
}

function expand(keyword: string, value: unknown, schemas: Schemas): unknown {
  if (keyword === 'properties') {
    const properties = Object.entries(value as Record<string, Schema>)
    return Object.fromEntries(properties.map(([name, schema]) => [name, refer(schema, schemas)]))
  }
  if (keyword === 'anyOf') return (value as Schema[]).map((schema) => refer(schema, schemas))
  if (keyword === 'items') return refer(value as Schema, schemas)
  return keyword === 'additionalProperties' && typeof value === 'object' ? refer(value as Schema, schemas) : value
}
