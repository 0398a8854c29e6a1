import type { Json } from '../../shared/contract/schema.ts'
import { service } from './service.ts'

type Examples = { readonly [name: string]: { readonly summary: string; readonly value: Json } }
type Content = { readonly [media_type: string]: { readonly schema: object; readonly examples?: Examples } }
type Parameter = { readonly name: string; readonly in: string; readonly examples?: Examples }
export type Responses = { readonly [status: string]: { readonly content?: Content; readonly headers: object } }
export type Operation = {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Responses
}

/** The members of the OpenAPI document that tests look at. */
export type OpenApi = {
  readonly info: { readonly description: string }
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly headers: object; readonly schemas: object }
}

export async function readOpenApi(): Promise<OpenApi> {
  return JSON.parse(await (await fetch(`${service().base_url}/openapi.json`)).text())
}
