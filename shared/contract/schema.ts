/** The JSON Schema keywords that the contract uses (draft 2020-12). */
export type Schema = {
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly [keyword: string]: unknown
}

/** The TypeScript type of the values that a schema accepts. The schema is the truth, the type follows. */
export type FromSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: readonly (infer T)[] }
      ? T extends 'null'
        ? null
        : FromSchema<Omit<S, 'type'> & { readonly type: T }>
      : S extends { readonly type: 'object'; readonly properties: infer P }
        ? ObjectFrom<P, S extends { readonly required: readonly (infer R)[] } ? R : never>
        : S extends { readonly type: 'array'; readonly items: infer I }
          ? FromSchema<I>[]
          : S extends { readonly type: keyof Primitives }
            ? Primitives[S['type']]
            : unknown

type Primitives = {
  string: string
  integer: number
  number: number
  boolean: boolean
  null: null
  object: Record<string, unknown>
}

type ObjectFrom<P, R> = { [K in keyof P as K extends R ? K : never]: FromSchema<P[K]> } & {
  [K in keyof P as K extends R ? never : K]?: FromSchema<P[K]>
}

/** An object of which every member is required and nothing else allowed: the shape of everything we answer. */
export function exactly<const P extends { readonly [name: string]: Schema }>(title: string, properties: P) {
  return {
    title,
    type: 'object',
    required: Object.keys(properties) as (keyof P & string)[],
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
