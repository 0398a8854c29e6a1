import type { Context } from 'koa'
import type { envelopeOf } from '../../../../shared/http/error-envelope.ts'
import { askedPage, USUAL_LOCALE } from '../../../http/handle/asked-page.ts'
import { escapeHtml } from '../../escape-html.ts'
import { plainWordOf, wordOf } from '../labels.ts'
import { layoutOf, PAGE_HEADERS } from '../layout.ts'
import type { PagePlace } from '../links.ts'
import { navigationOf } from '../navigation.ts'
import { detailsOfError, messageOfError } from './said-of-errors.ts'
import { sentenceOfError } from './words-of-errors.ts'

/**
 * The page of an error for whoever prefers pages: what to do in the language of the reader, and what the envelope says, in that language
 * where it has words there. Null for everybody else.
 */
export function errorPage(ctx: Context, { error }: ReturnType<typeof envelopeOf>): string | null {
  if (ctx.method !== 'GET' || ctx.accepts(['application/json', 'text/html']) !== 'text/html') return null
  const { locale: asked_locale, root } = askedPage(ctx)
  const locale = asked_locale ?? USUAL_LOCALE
  ctx.vary('Accept')
  ctx.set(PAGE_HEADERS)
  ctx.type = 'text/html; charset=utf-8'
  const place: PagePlace = { root, asked: ctx.query }
  const navigation = ctx.path.startsWith('/v1/') ? navigationOf(place, locale) : ''
  const { above, below } = layoutOf({ locale, title: plainWordOf('error', locale), navigation })
  const sentence = sentenceOfError(error.code, locale)
  return `${above}${sentence === null ? '' : `<p>${escapeHtml(sentence)}</p>`}
${detailsOfError(error, place, locale)}
${messageOfError(error, place, locale)}
<p><code>${escapeHtml(error.code)}</code>, ${wordOf('request', locale)} <code>${escapeHtml(error.request_id)}</code></p>
${below}`
}
