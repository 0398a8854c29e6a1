import type { Context } from 'koa'
import type { Locale } from '../../../../shared/contract/setup/settings.ts'
import type { envelopeOf } from '../../../../shared/http/error-envelope.ts'
import { askedPage, USUAL_LOCALE } from '../../../http/handle/asked-page.ts'
import { escapeHtml } from '../../escape-html.ts'
import { isolated } from '../../isolated.ts'
import { labelOf, plainWordOf, wordOf } from '../labels.ts'
import { layoutOf, PAGE_HEADERS } from '../layout.ts'
import type { PagePlace } from '../links.ts'
import { saidMessage } from '../messages.ts'
import { navigationOf } from '../navigation.ts'
import { sentenceOfDetail, sentenceOfError } from './words-of-errors.ts'

type ErrorBody = ReturnType<typeof envelopeOf>['error']

/**
 * The page of an error for whoever prefers pages: what to do in the language of the reader, and then what the envelope says.
 * Null for everybody else.
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
${detailsOf(error, locale)}
<p>${saidMessage(error.message, place, locale)}</p>
<p><code>${escapeHtml(error.code)}</code>, ${wordOf('request', locale)} <code>${escapeHtml(error.request_id)}</code></p>
${below}`
}

/** What is wrong where, as far as a reader can meet it; the message says the rest. */
function detailsOf({ details }: ErrorBody, locale: Locale): string {
  const lines = details.flatMap(({ pointer, code }) => {
    const sentence = sentenceOfDetail(code, locale)
    return sentence === null ? [] : `<li>${placeOf(pointer, locale)}${escapeHtml(sentence)}</li>\n`
  })
  return lines.length === 0 ? '' : `<ul>${[...new Set(lines)].join('')}</ul>`
}

/** The parameter that a pointer names, in words and as the address has it. */
function placeOf(pointer: string, locale: Locale): string {
  const [, name = ''] = /^\/(\w+)$/.exec(pointer) ?? []
  return name === '' ? '' : `${labelOf(name, locale)} (<code>${isolated(name)}</code>): `
}
