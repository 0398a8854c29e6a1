import type { FromSchema, Schema } from '../contract/schema.ts'

/** How a call of the interface is sent. The schemas are there as types only, so a client carries none of them. */
type Call<Kind extends CallKind, Input, Answer, Params extends string> = {
  readonly kind: Kind
  readonly path: string
  readonly types?: { readonly input: Input; readonly answer: Answer; readonly params: Params }
}

/** `compute` is a POST that stores nothing, and so has no idempotency key. */
type CallKind = 'get' | 'post' | 'put' | 'upload' | 'compute'

export type AnyCall = Call<CallKind, unknown, unknown, string>

export function reads<Query extends Schema, Answer extends Schema, Params extends string = never>(
  path: string,
): Call<'get', FromSchema<Query>, FromSchema<Answer>, Params> {
  return { kind: 'get', path }
}

export function posts<Body extends Schema, Answer extends Schema, Params extends string = never>(
  path: string,
): Call<'post', FromSchema<Body>, FromSchema<Answer>, Params> {
  return { kind: 'post', path }
}

export function puts<Body extends Schema, Answer extends Schema, Params extends string = never>(
  path: string,
): Call<'put', FromSchema<Body>, FromSchema<Answer>, Params> {
  return { kind: 'put', path }
}

/** The body is an XML document; what is asked beside it stands in the query. */
export function uploads<Query extends Schema, Answer extends Schema, Params extends string = never>(
  path: string,
): Call<'upload', FromSchema<Query>, FromSchema<Answer>, Params> {
  return { kind: 'upload', path }
}

export function computes<Body extends Schema, Answer extends Schema, Params extends string = never>(
  path: string,
): Call<'compute', FromSchema<Body>, FromSchema<Answer>, Params> {
  return { kind: 'compute', path }
}

export type InputOf<C extends AnyCall> = Types<C>['input']
export type AnswerOf<C extends AnyCall> = Types<C>['answer']

/** What a call takes: the ids of its path by their names, and its query, its JSON body or its document. */
export type RequestOf<C extends AnyCall> = { readonly [Name in Types<C>['params']]: string } & ContentOf<C>

type Types<C extends AnyCall> = NonNullable<C['types']>

type ContentOf<C extends AnyCall> = C['kind'] extends 'get'
  ? QueryOf<InputOf<C>>
  : C['kind'] extends 'upload'
    ? QueryOf<InputOf<C>> & { readonly document: string | Uint8Array<ArrayBuffer> }
    : { readonly body: InputOf<C> }

/** It may be left out where no parameter is required. */
type QueryOf<Query> = object extends Query ? { readonly query?: Query } : { readonly query: Query }
