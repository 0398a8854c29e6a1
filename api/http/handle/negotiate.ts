import type { Context } from 'koa'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Format, Formats } from '../endpoint.ts'

type Chosen = { readonly name: string; readonly format: Format<unknown> }

/**
 * The representation that is asked for by name or by `Accept`; undefined is JSON.
 *
 * @throws ApiError not_acceptable
 * @source RFC 9110, section 12.5.1
 */
export function chooseFormat(ctx: Context, formats: Formats<unknown>, named: unknown): Chosen | undefined {
  ctx.vary('Accept')
  const byName = typeof named === 'string' ? formats[named] : undefined
  if (byName) return { name: named as string, format: byName }
  if (named === 'json') return undefined
  const known = Object.entries(formats)
  const typesOf = (is_preferred: boolean) =>
    known.flatMap(([, format]) => ((format.is_preferred ?? false) === is_preferred ? format.media_type : []))
  const types = [...typesOf(true), 'application/json', ...typesOf(false)]
  const accepted = ctx.accepts(types)
  if (accepted === false) throw new ApiError('not_acceptable', `There is ${types.join(', ')}. Ask for one of these.`)
  const [name, format] = known.find(([, { media_type }]) => media_type === accepted) ?? []
  return name && format ? { name, format } : undefined
}
