import type { Schema } from '../../shared/contract/schema.ts'

/** What a model may call. Its arguments are judged by the service, whose errors say what to do. */
export type Tool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  /** Nothing is stored. */
  readonly is_read: boolean
  readonly run: (args: Arguments) => Promise<unknown>
}

export type Arguments = Readonly<Record<string, unknown>>

type ObjectSchema = {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: string[]
  readonly additionalProperties: false
}

export function argumentsOf(properties: Readonly<Record<string, Schema>>, required: readonly string[]): ObjectSchema {
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

/** Arguments that cannot be used, in one sentence. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments'
}
