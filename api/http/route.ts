import type { FromSchema, Schema } from '../../shared/contract/schema.ts'
import type {
  Accept,
  BatchRequest,
  Command,
  Compute,
  ComputeRoute,
  Etag,
  Formats,
  IdempotentRequest,
  MutatingRequest,
  MutationRoute,
  Operations,
  Read,
  ReadCost,
  ReadItem,
  ReadRoute,
  Route,
  Upload,
  UploadRoute,
} from './endpoint.ts'
import { inTransaction } from './in-transaction.ts'

/**
 * The endpoints of a column: its routes, each with the operation of the same name. One without the other does not
 * compile.
 */
export function routes<const Described extends Operations, const Routes extends Record<keyof Described, Route>>(
  operations: Described,
  byOperation: Routes & Record<Exclude<keyof Routes, keyof Described>, never>,
): readonly EndpointOf<Described, Routes, keyof Described & string>[] {
  const ids = Object.keys(byOperation) as (keyof Described & string)[]
  return ids.map((operation_id) => endpointOf(operations, byOperation, operation_id))
}

function endpointOf<
  Described extends Operations,
  Routes extends Record<keyof Described, Route>,
  Id extends keyof Described & string,
>(operations: Described, byOperation: Routes, operation_id: Id): EndpointOf<Described, Routes, Id> {
  return { operation_id, ...operations[operation_id], ...byOperation[operation_id] }
}

type EndpointOf<
  Described extends Operations,
  Routes extends Record<keyof Described, Route>,
  Ids extends keyof Described & string,
> = { [Id in Ids]: Described[Id] & Routes[Id] & { readonly operation_id: Id } }[Ids]

/** Method and path stay as they are written, so that the types of a client follow from the table. */
type Known<R extends Route, M extends R['method'], P extends string> = R & { readonly method: M; readonly path: P }

type Representations<Query> = ReadCost & {
  readonly etag?: Etag<Query>
  readonly formats?: Formats<Query>
  readonly shown?: Read<Query>
}

/** A read; where it has an ETag, other representations than JSON or a cost of its own, they come last. */
export function get<const P extends string, const Q extends Schema>(
  path: P,
  query: Q,
  read: Read<FromSchema<Q>>,
  representations: Representations<FromSchema<Q>> = {},
): Known<ReadRoute, 'get', P> {
  return { method: 'get', path, status: 200, query, read, ...representations }
}

/** A POST that stores nothing. */
export function compute<const P extends string, const B extends Schema>(
  path: P,
  body: B,
  handler: Compute<FromSchema<B>>,
): Known<ComputeRoute, 'post', P> {
  return { method: 'post', path, status: 200, body, compute: handler }
}

/** A command, which runs in a transaction with its idempotency record, or another way to accept a request. */
type Handler<Request> = Command<Request> | { readonly accept: Accept<Request> }

export function post<const P extends string, const B extends Schema>(
  path: P,
  status: 201 | 202,
  body: B,
  handler: Handler<MutatingRequest<FromSchema<B>>>,
  more: Pick<MutationRoute, 'cost' | 'trial'> = {},
): Known<MutationRoute, 'post', P> {
  return { method: 'post', path, status, body, accept: acceptOf(status, handler), ...more }
}

export function put<const P extends string, const B extends Schema>(
  path: P,
  status: 201 | 202,
  body: B,
  handler: Handler<MutatingRequest<FromSchema<B>>>,
  more: Pick<MutationRoute, 'cost'> = {},
): Known<MutationRoute, 'put', P> {
  return { method: 'put', path, status, body, accept: acceptOf(status, handler), ...more }
}

/** A POST with many items, each of which is accepted or refused separately. */
export function postItems<const P extends string, Item>(
  path: P,
  status: 202,
  body: Schema,
  readItem: ReadItem<Item>,
  handler: Handler<BatchRequest<Item>>,
  more: Pick<MutationRoute, 'trial'> = {},
): Known<MutationRoute, 'post', P> {
  return { method: 'post', path, status, body, readItem, accept: acceptOf(status, handler), ...more }
}

/** A POST with a whole document as its body. */
export function upload<const P extends string, Received>(
  path: P,
  status: 201 | 202,
  query: Schema,
  document: Upload<Received>,
  handler: Handler<MutatingRequest<Received>>,
): Known<UploadRoute, 'post', P> {
  return { method: 'post', path, status, query, upload: document, accept: acceptOf(status, handler) }
}

function acceptOf<Request extends IdempotentRequest>(status: 201 | 202, handler: Handler<Request>): Accept<Request> {
  return typeof handler === 'function' ? inTransaction(status, handler) : handler.accept
}
