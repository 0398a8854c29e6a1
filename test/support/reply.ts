import type { endpoints } from '../../api/routes.ts'
import type { errorEnvelope } from '../../shared/contract/primitives.ts'
import type { FromSchema, Json, Schema } from '../../shared/contract/schema.ts'

/**
 * The body that a method of a path answers: what its schema in the endpoint table says, or the envelope of an error. The
 * status decides, and the client checks the body against that schema; hence tests may look into both. Where the path is
 * no literal, or not in the table, it is any JSON.
 */
export type Reply<Method extends string, Path extends string> = ErrorEnvelope &
  Known<ResponseOf<Lowercase<Method>, Segments<WithoutQuery<Path>>>>

/** A resource of a list, by the name of its path: `payments`. */
export type Item<Name extends string> = Reply<'GET', `/v1/${Name}`> extends { data: (infer I)[] } ? I : never

/** The same by the whole path. */
export type ItemAt<Path extends string> = Path extends `/v1/${infer Name}` ? Item<Name> : never

type ErrorEnvelope = FromSchema<typeof errorEnvelope>
type Known<S> = [S] extends [never] ? { readonly [name: string]: Json } : S extends Schema ? FromSchema<S> : never

type Endpoints = (typeof endpoints)[number]
type ResponseOf<Method, Path, E = Endpoints> = Path extends unknown
  ? E extends { method: Method; path: infer P; response: infer R }
    ? Fits<Path, Segments<P>> extends true
      ? R
      : never
    : never
  : never

/** Segment by segment, where a parameter takes any. */
type Fits<Path, Pattern> = [Path, Pattern] extends [[infer A, ...infer As], [infer B, ...infer Bs]]
  ? A extends (B extends `:${string}` ? string : B)
    ? Fits<As, Bs>
    : false
  : [Path, Pattern] extends [[], []]
    ? true
    : false

type WithoutQuery<P> = P extends `${infer Pathname}?${string}` ? Pathname : P
type Segments<P> = P extends `${infer Head}/${infer Tail}` ? [Head, ...Segments<Tail>] : [P]
