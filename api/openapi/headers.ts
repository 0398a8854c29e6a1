import { type Endpoint, isMutating } from '../http/endpoint.ts'

const text = { type: 'string' } as const

/** Headers of answers, as components of the document. */
export const HEADERS = {
  'X-Request-Id': { description: 'Names the request in the logs: the one that was sent, or a new one', schema: text },
  'Idempotent-Replayed': { description: 'true: the recorded answer to an earlier request', schema: text },
  'Preference-Applied': { description: 'wait=N: the answer was held, as Prefer asked for', schema: text },
  ETag: { description: 'Sent as If-None-Match, the answer is 304 while nothing has changed', schema: text },
  'Retry-After': { description: 'Seconds after which to send the request again', schema: { type: 'integer' } },
} as const

type Name = keyof typeof HEADERS

/** Those of a success. */
export function headersOf(endpoint: Endpoint) {
  return refer(['X-Request-Id', ...(isMutating(endpoint) ? REPLAYED : tagOf(endpoint))])
}

export function headersOfError(status: number) {
  return refer(status === 429 || status === 503 ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id'])
}

const REPLAYED = ['Idempotent-Replayed', 'Preference-Applied'] as const

function tagOf(endpoint: Endpoint): readonly Name[] {
  return endpoint.method === 'get' && endpoint.etag ? ['ETag'] : []
}

function refer(names: readonly Name[]) {
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
}
