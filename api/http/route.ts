import type { FromSchema, Schema } from '../../shared/contract/schema.ts'
import type {
  Accept,
  BatchRequest,
  Described,
  Endpoint,
  Etag,
  Formats,
  MutatingRequest,
  Read,
  Upload,
} from './endpoint.ts'

/** An endpoint of which the compiler knows method, path and answer, so that the types of a client can be derived. */
export type Known<M extends Endpoint['method'], P extends string, R extends Schema> = Endpoint<P, R> & {
  readonly method: M
}

type GetOptions<P extends string, Q extends Schema, R extends Schema> = Described<P, R> & {
  readonly query: Q
  readonly read: Read<FromSchema<Q>>
  readonly etag?: Etag<FromSchema<Q>>
  readonly formats?: Formats<FromSchema<Q>>
}
type WriteOptions<P extends string, B extends Schema, R extends Schema> = Described<P, R> & {
  readonly is_batch?: boolean
  readonly status: 201 | 202
  readonly body: B
  readonly accept: Accept<MutatingRequest<FromSchema<B>>> | Accept<BatchRequest<FromSchema<B>>>
}

export function get<const P extends string, const Q extends Schema, const R extends Schema>(
  options: GetOptions<P, Q, R>,
): Known<'get', P, R> {
  return { ...options, method: 'get', status: 200 }
}

export function post<const P extends string, const B extends Schema, const R extends Schema>(
  options: WriteOptions<P, B, R>,
): Known<'post', P, R> {
  return { ...options, method: 'post' }
}

export function put<const P extends string, const B extends Schema, const R extends Schema>(
  options: WriteOptions<P, B, R>,
): Known<'put', P, R> {
  return { ...options, method: 'put' }
}

export function upload<const P extends string, const R extends Schema, Received>(
  options: Described<P, R> & {
    readonly status: 202
    readonly query: Schema
    readonly upload: Upload<Received>
    readonly accept: Accept<MutatingRequest<Received & { readonly end_customer_id: string }>>
  },
): Known<'post', P, R> {
  return { ...options, method: 'post' }
}
