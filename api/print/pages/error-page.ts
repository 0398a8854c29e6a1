import type { Context } from 'koa'
import type { envelopeOf } from '../../../shared/http/error-envelope.ts'
import { askedPage, USUAL_LOCALE } from '../../http/handle/asked-page.ts'
import { escapeHtml } from '../escape-html.ts'
import { isolated } from '../isolated.ts'
import { plainWordOf, wordOf } from './labels.ts'
import { layoutOf, PAGE_HEADERS } from './layout.ts'
import { navigationOf } from './navigation.ts'

/** The page of an error for whoever prefers pages: what the envelope says. Null for everybody else. */
export function errorPage(ctx: Context, { error }: ReturnType<typeof envelopeOf>): string | null {
  if (ctx.method !== 'GET' || ctx.accepts(['application/json', 'text/html']) !== 'text/html') return null
  const { locale: asked_locale, root } = askedPage(ctx)
  const locale = asked_locale ?? USUAL_LOCALE
  ctx.vary('Accept')
  ctx.set(PAGE_HEADERS)
  ctx.type = 'text/html; charset=utf-8'
  const isOfService = ctx.path.startsWith('/v1/')
  const navigation = isOfService ? navigationOf({ root, asked: ctx.query }, locale) : ''
  const { above, below } = layoutOf({ locale, title: plainWordOf('error', locale), navigation })
  const details = error.details.map(
    ({ pointer, message }) => `<li lang="en">${isolated(message)} <code>${isolated(pointer)}</code></li>\n`,
  )
  const list = details.length === 0 ? '' : `<ul>${details.join('')}</ul>`
  return `${above}<p lang="en">${isolated(error.message)}</p>${list}
<p><code>${escapeHtml(error.code)}</code>, ${wordOf('request', locale)} <code>${escapeHtml(error.request_id)}</code></p>
${below}`
}
