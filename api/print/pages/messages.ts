import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { escapeHtml } from '../escape-html.ts'
import { isolated } from '../isolated.ts'
import { hrefOf, type PagePlace, targetOf } from './links.ts'
import { sentenceIn } from './sentences/sentence-in.ts'
import { withCode } from './sentences/with-code.ts'

const IDS = /\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g

/** A message of the interface in the language of the page, or in English where it has no words there. What it names by an id is a link. */
export function shownMessage(text: string, place: PagePlace, locale: Locale): string {
  const said = sentenceIn(text, locale)
  return said === null ? saidMessage(text, place, locale) : linkedIds(said, place, withCode)
}

/** As the interface has it: in English whatever the page speaks. */
export function saidMessage(text: string, place: PagePlace, locale: Locale): string {
  const html = linkedIds(text, place)
  return locale === 'en' ? html : `<span class="said" lang="en">${html}</span>`
}

function linkedIds(text: string, place: PagePlace, shown = (html: string) => html): string {
  let html = ''
  let end = 0
  for (const { 0: id, index } of text.matchAll(IDS)) {
    const target = targetOf('id', id, place)
    if (target === null) continue
    html += `${shown(isolated(text.slice(end, index)))}<a href="${escapeHtml(hrefOf(place, target))}">${id}</a>`
    end = index + id.length
  }
  return html + shown(isolated(text.slice(end)))
}
