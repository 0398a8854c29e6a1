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
export function chooseFormat(
  ctx: Context,
  { formats, takes_any_accept }: { readonly formats: Formats<unknown>; readonly takes_any_accept?: true | undefined },
  named: unknown,
): Chosen | undefined {
  ctx.vary('Accept')
  const byName = typeof named === 'string' ? formats[named] : undefined
  if (byName) return { name: named as string, format: byName }
  if (named === 'json') return undefined
  const types = typesOf(formats)
  const accepted = ctx.accepts(types)
  if (accepted === false && takes_any_accept) return undefined
  if (accepted === false) throw new ApiError('not_acceptable', `There is ${types.join(', ')}. Ask for one of these.`)
  const [name, format] = Object.entries(formats).find(([, { media_type }]) => media_type === accepted) ?? []
  return name && format ? { name, format } : undefined
}

/** Whether a browser asks for a page: what takes anything gets JSON. Its answer depends on who asks, and how. */
export function asksForPage(ctx: Context, formats: Formats<unknown> | undefined): boolean {
  if (!formats?.html) return false
  ctx.vary('Accept')
  ctx.vary('Authorization')
  const { format } = ctx.query
  return (format === undefined || format === 'html') && ctx.accepts(typesOf(formats)) === formats.html.media_type
}

/** In the order in which whoever takes anything gets them. */
function typesOf(formats: Formats<unknown>): string[] {
  const all = Object.values(formats)
  const types = (is_preferred: boolean) =>
    all.flatMap((format) => ((format.is_preferred ?? false) === is_preferred ? format.media_type : []))
  return [...types(true), 'application/json', ...types(false)]
}
