/**
 * The JSON Schemas that the contract may be written in (draft 2020-12), and of which a type follows. Anything else does
 * not compile: an unknown type, an array without items, or an object that names members and lets others pass.
 */
export type Schema = Keywords &
  (
    | (WithoutMembers &
        (
          | { readonly anyOf: readonly Schema[]; readonly type?: never }
          | ({ readonly anyOf?: never } & (
              | { readonly const: Scalar }
              | { readonly enum: readonly Scalar[] }
              | { readonly type: OrNull<keyof Scalars> }
              | { readonly type: OrNull<'array'>; readonly items: Schema }
              | { readonly type: OrNull<'object'>; readonly additionalProperties?: true | Schema }
            ))
        ))
    | {
        readonly type: OrNull<'object'>
        readonly properties: Properties
        readonly additionalProperties: false
        readonly anyOf?: never
      }
  )
export type Properties = { readonly [name: string]: Schema }

/** These keywords speak of named members, so they stand beside `properties` only. */
type WithoutMembers = { readonly properties?: never; readonly required?: never; readonly oneOf?: never }

type Keywords = {
  readonly title?: string
  readonly description?: string
  readonly default?: Scalar
  readonly type?: string | readonly string[]
  readonly const?: Scalar
  readonly enum?: readonly Scalar[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Properties
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly minProperties?: number
  readonly maxProperties?: number
  /** Exactly one of these members is there. */
  readonly oneOf?: readonly { readonly required: readonly [string] }[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
} & { readonly [K in Unsupported]?: never }

/** Keywords that would change the type. Those that JSON Schema does not know are refused by Ajv when the service starts. */
type Unsupported =
  | (
      | '$ref'
      | '$dynamicRef'
      | 'allOf'
      | 'not'
      | 'if'
      | 'then'
      | 'else'
      | 'prefixItems'
      | 'contains'
      | 'unevaluatedItems'
    )
  | ('patternProperties' | 'propertyNames' | 'dependentRequired' | 'dependentSchemas' | 'unevaluatedProperties')

type Scalars = { string: string; integer: number; number: number; boolean: boolean; null: null }
type Scalar = Scalars[keyof Scalars]
type OrNull<Type extends string> = Type | readonly (Type | 'null')[]

/** Any JSON value: of members that no schema names. */
export type Json = Scalar | readonly Json[] | { readonly [name: string]: Json }

/** The TypeScript type of the values that a schema accepts. The schema is the truth, the type follows. */
export type FromSchema<S extends Schema> = Schema extends S ? Json : Derived<S>

type Derived<S extends Schema> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer A extends Schema)[] }
      ? Derived<A>
      : S extends { readonly type: readonly (infer T)[] }
        ? OfType<S, T>
        : OfType<S, S['type']>

type OfType<S, T> = T extends keyof Scalars
  ? Scalars[T]
  : T extends 'array'
    ? S extends { readonly items: infer I extends Schema }
      ? Derived<I>[]
      : never
    : S extends { readonly properties: infer P extends Properties }
      ? NamedIn<S> extends keyof P
        ? Members<P, S extends { readonly required: readonly (infer R)[] } ? R : never> & OneOf<S, P>
        : never
      : { [name: string]: S extends { readonly additionalProperties: infer A extends Schema } ? Derived<A> : Json }

/** The members that `required` and `oneOf` name. Where `properties` lacks one of them, no value has the type. */
type NamedIn<S> =
  | (S extends { readonly required: readonly (infer R)[] } ? R : never)
  | (S extends { readonly oneOf: readonly { readonly required: readonly (infer R)[] }[] } ? R : never)

type Members<P extends Properties, R> = { [K in keyof P as K extends R ? K : never]: Derived<P[K]> } & {
  [K in keyof P as K extends R ? never : K]?: Derived<P[K]>
}

type OneOf<S, P extends Properties> = S extends {
  readonly oneOf: readonly { readonly required: readonly [infer R extends string] }[]
}
  ? Alternative<P, R, R>
  : unknown

/** Distributes over `R`: a union with one alternative for each member that is there without the others. */
type Alternative<P extends Properties, R, All extends string> = R extends keyof P
  ? { readonly [K in R]: Derived<P[K]> } & { readonly [K in Exclude<All, R>]?: never }
  : never

/**
 * An object of which every member is required and nothing else allowed: the shape of everything we answer.
 *
 * @param later members that recorded answers of releases before lack; such an answer is replayed as it was given
 */
export function exactly<const P extends Properties, const Later extends keyof P & string = never>(
  title: string,
  properties: P,
  later: readonly Later[] = [],
) {
  const isRequired = (name: string) => !later.some((other) => other === name)
  return {
    title,
    type: 'object',
    required: Object.keys(properties).filter(isRequired) as Exclude<keyof P & string, Later>[],
    additionalProperties: false,
    properties,
  } as const
}

export function listOf<const S extends Schema, const N extends string>(name: N, item: S) {
  return exactly(pascalCase(name), {
    object: { const: name },
    data: { type: 'array', items: item },
    has_more: { type: 'boolean' },
  })
}

export function orNull<const S extends Schema>(schema: S) {
  return { anyOf: [schema, { type: 'null' }] } as const
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
