import type { Locale } from '../../../../shared/contract/setup/settings.ts'
import type { envelopeOf } from '../../../../shared/http/error-envelope.ts'
import { escapeHtml } from '../../escape-html.ts'
import { isolated } from '../../isolated.ts'
import { labelOf, wordOf } from '../labels.ts'
import type { PagePlace } from '../links.ts'
import { saidMessage, shownMessage } from '../messages.ts'
import { sentenceIn } from '../sentences/sentence-in.ts'
import { sentenceOfDetail } from './words-of-errors.ts'

type SaidError = Pick<ReturnType<typeof envelopeOf>['error'], 'message' | 'details'>

/** What is wrong where: what its code says to a reader, and its message as far as it has words in the language. */
export function detailsOfError({ details }: SaidError, place: PagePlace, locale: Locale): string {
  const lines = details.flatMap(({ pointer, code, message }) => {
    const said = sentenceIn(message, locale) === null ? null : shownMessage(message, place, locale)
    const sentence = sentenceOfDetail(code, locale)
    const sentences = [sentence === null ? [] : escapeHtml(sentence), said ?? []].flat().join(' ')
    return sentences === '' ? [] : `<li>${placeOf(pointer, locale)}${sentences}</li>\n`
  })
  return lines.length === 0 ? '' : `<ul>${[...new Set(lines)].join('')}</ul>`
}

/** What the details have not said. What has no words in the language stands in English under a heading that says so. */
export function messageOfError({ message, details }: SaidError, place: PagePlace, locale: Locale): string {
  if (locale === 'en') return `<p>${shownMessage(message, place, locale)}</p>`
  const isSaid = details.length > 0 && details.every((detail) => sentenceIn(detail.message, locale) !== null)
  if (isSaid && details.every((detail) => message.includes(detail.message))) return ''
  if (sentenceIn(message, locale) !== null) return `<p>${shownMessage(message, place, locale)}</p>`
  return `<section><h2>${wordOf('message_in_english', locale)}</h2><p>${saidMessage(message, place, locale)}</p></section>`
}

/** The parameter that a pointer names, in words and as the address has it. */
function placeOf(pointer: string, locale: Locale): string {
  const [, name = ''] = /^\/(\w+)$/.exec(pointer) ?? []
  return name === '' ? '' : `${labelOf(name, locale)} (<code>${isolated(name)}</code>): `
}
